// purpose: entities by normalised name; the id is that of the thing the name was joined to, the name stays as it was looked up
// params: $names: list<string>, $documents: list<string> or null - ids of the only documents that may name the thing, or be about it; null: all, $limit: integer - most entities a name
// returns: id: string, name: string, type: string
CALL () {
  CALL () {
    UNWIND $documents AS id
    MATCH (:Document {id: id})<-[:PART_OF]-()-[:MENTIONS]->(e)
    RETURN e
    UNION
    UNWIND $documents AS id
    MATCH (:Document {id: id})-[:ABOUT]->(e)
    RETURN e
  }
  RETURN collect(DISTINCT CASE WHEN e:Resolved THEN coalesce(head([(e)-[:SAME_AS]->(c) | id(c)]), id(e)) ELSE id(e) END) AS inside
}
UNWIND $names AS name
CALL (name, inside) {
  MATCH (e:Entity {normalizedName: name})
  WHERE $documents IS NULL OR coalesce(head([(e)-[:SAME_AS]->(c) | id(c)]), id(e)) IN inside
  RETURN e
  ORDER BY COUNT { (e)<-[:ABOUT]-() } DESC, COUNT { (e)<-[:MENTIONS]-() } DESC, e.id
  LIMIT $limit
}
RETURN coalesce(head([(e)-[:SAME_AS]->(c) | c.id]), e.id) AS id, e.name AS name, e.type AS type

// purpose: entities by normalised name; the id is that of the thing the name was joined to, the name stays as it was looked up
// params: $names: list<string>, $limit: integer - most entities a name
// returns: id: string, name: string, type: string
UNWIND $names AS name
CALL (name) {
  MATCH (e:Entity {normalizedName: name})
  RETURN e
  ORDER BY COUNT { (e)<-[:ABOUT]-() } DESC, COUNT { (e)<-[:MENTIONS]-() } DESC, e.id
  LIMIT $limit
}
RETURN coalesce(head([(e)-[:SAME_AS]->(c) | c.id]), e.id) AS id, e.name AS name, e.type AS type

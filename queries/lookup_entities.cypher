// purpose: entities by normalised name; the id is that of the thing the name was joined to, the name stays as it was looked up
// params: $names: list<string>, $documents: list<string> or null - ids of the only documents that may name the thing, or be about it; null: all, $limit: integer - most entities a name
// returns: id: string, name: string, type: string
CALL () {
  CALL () {
    UNWIND $documents AS id
    MATCH (:__KGPlatformDocument__ {id: id})<-[:PART_OF]-(:__KGPlatformPassage__)-[:MENTIONS]->(e:__KGPlatformEntity__)
    RETURN e
    UNION
    UNWIND $documents AS id
    MATCH (:__KGPlatformDocument__ {id: id})-[:ABOUT]->(e:__KGPlatformEntity__)
    RETURN e
  }
  RETURN collect(DISTINCT CASE WHEN e:Resolved THEN coalesce(head([(e)-[:SAME_AS]->(c:__KGPlatformEntity__) | id(c)]), id(e)) ELSE id(e) END) AS inside
}
UNWIND $names AS name
CALL (name, inside) {
  MATCH (e:__KGPlatformEntity__ {normalizedName: name})
  WHERE $documents IS NULL OR coalesce(head([(e)-[:SAME_AS]->(c:__KGPlatformEntity__) | id(c)]), id(e)) IN inside
  RETURN e
  ORDER BY COUNT { (e)<-[:ABOUT]-(:__KGPlatformDocument__) } DESC, COUNT { (e)<-[:MENTIONS]-(:__KGPlatformPassage__) } DESC, e.id
  LIMIT $limit
}
RETURN coalesce(head([(e)-[:SAME_AS]->(c:__KGPlatformEntity__) | c.id]), e.id) AS id, e.name AS name, e.type AS type

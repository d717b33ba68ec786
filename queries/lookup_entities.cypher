// purpose: entities by normalised name; the id is that of the entity the name was joined to, the name stays as it was looked up
// params: $names: list<string>, $documents: list<string> or null - ids of the only documents that may name the thing, or be about it; null: all, $limit: integer - most entities a name
// returns: id: string, name: string, type: string
// Degrees are read from what Neo4j keeps of each node, a hundred times faster than by looking at the other
// ends, where all such relationships of the database are ours; else only ours are counted.
CALL () { MATCH ()-[m:MENTIONS]->() RETURN count(m) AS every_mention }
CALL () { MATCH (:__KGPlatformPassage__)-[m:MENTIONS]->() RETURN count(m) AS our_mentions }
WITH every_mention > our_mentions AS shared
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
CALL (name, inside, shared) {
  CALL (name) {
    MATCH (e:__KGPlatformEntity__ {normalizedName: name}) RETURN e
    UNION
    MATCH (d:__KGPlatformDecision__ {kind: 'name', right: name})
    MATCH (e:__KGPlatformEntity__ {id: d.left}) RETURN e
  }
  WITH e, inside, shared
  WHERE $documents IS NULL OR coalesce(head([(e)-[:SAME_AS]->(c:__KGPlatformEntity__) | id(c)]), id(e)) IN inside
  RETURN e
  ORDER BY COUNT { (e)<-[:ABOUT]-(:__KGPlatformDocument__) } DESC, CASE WHEN shared THEN COUNT { (e)<-[:MENTIONS]-(:__KGPlatformPassage__) } ELSE COUNT { (e)<-[:MENTIONS]-() } END DESC, e.id
  LIMIT $limit
}
RETURN coalesce(head([(e)-[:SAME_AS]->(c:__KGPlatformEntity__) | c.id]), e.id) AS id, e.name AS name, e.type AS type

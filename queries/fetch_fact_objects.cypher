// purpose: what some entities are related to by one relation, as plain facts; entities are those that names were joined to
// params: $ids: list<string>, $relation: string
// returns: subject: string, object: string, name: string
UNWIND $ids AS id
MATCH (e:__KGPlatformEntity__ {id: id})
CALL (e) {
  RETURN e AS one
  UNION
  WITH e WHERE e:Resolved
  MATCH (e) ((:__KGPlatformEntity__)-[:SAME_AS]-(:__KGPlatformEntity__)){1,2} (one:__KGPlatformEntity__)
  RETURN one
}
MATCH (one)<-[:SUBJECT]-(s:__KGPlatformStatement__ {relation: $relation, isPlain: true})-[:OBJECT]->(o:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
WITH DISTINCT e, coalesce(head([(o)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), o) AS o
RETURN e.id AS subject, o.id AS object, coalesce(o.name, o.value) AS name
ORDER BY subject, object

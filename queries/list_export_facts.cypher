// purpose: the statements about entities, each under all its names
// params: $ids: list<string> - of entities
// returns: kind: string, ids: list<string>
UNWIND $ids AS id
MATCH (e:__KGPlatformEntity__ {id: id})
CALL (e) {
  WITH coalesce(head([(e)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), e) AS one
  UNWIND [one] + [(one)<-[:SAME_AS]-(m:__KGPlatformEntity__) | m] AS named
  RETURN 'Entity' AS kind, named.id AS found
  UNION ALL
  WITH coalesce(head([(e)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), e) AS one
  UNWIND [one] + [(one)<-[:SAME_AS]-(m:__KGPlatformEntity__) | m] AS named
  MATCH (named)<-[:SUBJECT|OBJECT|QUALIFIER]-(s:__KGPlatformStatement__)
  RETURN 'Statement' AS kind, s.id AS found
}
RETURN kind, collect(DISTINCT found) AS ids

// purpose: how many statements tie an entity to what, under all its names; the most frequent first
// params: $id: string - of the entity
// returns: relation: string, type: string - of the other end: an entity's type, a literal's datatype, or Phrase, count: integer
MATCH (named:__KGPlatformEntity__ {id: $id})
WITH coalesce(head([(named)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), named) AS e
WITH e, [e] + [(e)<-[:SAME_AS]-(m:__KGPlatformEntity__) | m] AS names
UNWIND names AS name
MATCH (name)<-[:SUBJECT|OBJECT]-(s:__KGPlatformStatement__)
WITH DISTINCT names, s
MATCH (s)-[:SUBJECT]->(a:__KGPlatformEntity__|__KGPlatformPhrase__)
MATCH (s)-[:OBJECT]->(o:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
WITH s, CASE WHEN a IN names THEN o ELSE a END AS other
WITH s, coalesce(head([(other)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), other) AS other
RETURN s.relation AS relation, coalesce(other.type, other.datatype, 'Phrase') AS type, count(*) AS count
ORDER BY count DESC, relation, type

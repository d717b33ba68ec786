// purpose: list the entities that passages name and no statement is about, the most mentioned first; names that were joined are one entity
// group: Entities
// params: $limit: integer = 50 - most rows
// returns: id: string, name: string, type: string, mentions: integer
MATCH (e:__KGPlatformEntity__)
WHERE NOT EXISTS { (e)-[:SAME_AS]->(:__KGPlatformEntity__) }
  AND NOT EXISTS { (e)<-[:SUBJECT|OBJECT|QUALIFIER]-(:__KGPlatformStatement__) }
  AND NOT EXISTS { (e)<-[:SAME_AS]-(:__KGPlatformEntity__)<-[:SUBJECT|OBJECT|QUALIFIER]-(:__KGPlatformStatement__) }
RETURN e.id AS id, e.name AS name, e.type AS type, COUNT { (e)<-[:MENTIONS]-(:__KGPlatformPassage__) } AS mentions
ORDER BY mentions DESC, name, id LIMIT $limit

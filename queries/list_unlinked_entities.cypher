// purpose: list the entities that are linked to no Wikidata item, the most mentioned first
// group: Entities
// params: $type: string = null - Person, Organization, Place, …; null: all
// params: $limit: integer = 50 - most rows
// returns: id: string, name: string, type: string, mentions: integer, statements: integer
MATCH (e:__KGPlatformEntity__)
WHERE e.qid IS NULL AND ($type IS NULL OR e.type = $type)
  AND NOT EXISTS { (e)-[:SAME_AS]->(:__KGPlatformEntity__) }
WITH e, COUNT { (e)<-[:MENTIONS]-(:__KGPlatformPassage__) } AS mentions
ORDER BY mentions DESC, e.name, e.id LIMIT $limit
RETURN e.id AS id, e.name AS name, e.type AS type, mentions,
       COUNT { (e)<-[:SUBJECT|OBJECT|QUALIFIER]-(:__KGPlatformStatement__) } AS statements
ORDER BY mentions DESC, name, id

// purpose: a page of the entities whose name begins with some words or holds them, or of all, the most mentioned first; names that were joined are one entity
// params: $words: string or null - in any case; null: all, $type: string or null - of this type alone, $skip: integer, $limit: integer - most rows
// params: $documents: list<string> or null - ids of the only documents whose mentions count; null: all
// returns: id: string, name: string, type: string, qid: string or null, aliases: list<string>, mentions: integer
MATCH (n:__KGPlatformEntity__)
WHERE $words IS NULL OR toLower(n.name) CONTAINS toLower($words) OR any(alias IN coalesce(n.aliases, []) WHERE toLower(alias) CONTAINS toLower($words))
WITH DISTINCT coalesce(head([(n)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), n) AS e
WHERE $type IS NULL OR e.type = $type
WITH e, COUNT { (e)<-[:MENTIONS]-(p:__KGPlatformPassage__) WHERE $documents IS NULL OR EXISTS { (p)-[:PART_OF]->(d:__KGPlatformDocument__) WHERE d.id IN $documents } }
        + COLLECT { OPTIONAL MATCH (e)<-[:SAME_AS]-(m:__KGPlatformEntity__) RETURN sum(COUNT { (m)<-[:MENTIONS]-(p:__KGPlatformPassage__) WHERE $documents IS NULL OR EXISTS { (p)-[:PART_OF]->(d:__KGPlatformDocument__) WHERE d.id IN $documents } }) }[0] AS mentions
WHERE $documents IS NULL OR mentions > 0
ORDER BY mentions DESC, e.name, e.id SKIP $skip LIMIT $limit
RETURN e.id AS id, e.name AS name, e.type AS type, e.qid AS qid, coalesce(e.aliases, []) AS aliases, mentions

// purpose: what statements are about
// params: $ids: list<string> - of statements
// returns: kind: string, ids: list<string>
UNWIND $ids AS id
MATCH (s:__KGPlatformStatement__ {id: id})-[:SUBJECT|OBJECT|QUALIFIER]->(x:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
RETURN CASE WHEN x:__KGPlatformEntity__ THEN 'Entity' WHEN x:__KGPlatformPhrase__ THEN 'Phrase' ELSE 'Literal' END AS kind, collect(DISTINCT x.id) AS ids

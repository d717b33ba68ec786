// purpose: what questions cite
// params: $ids: list<string> - of questions
// returns: kind: string, ids: list<string>
UNWIND $ids AS id
MATCH (q:__KGPlatformQuestion__ {id: id})-[:CITES]->(x:__KGPlatformPassage__|__KGPlatformStatement__)
RETURN CASE WHEN x:__KGPlatformPassage__ THEN 'Passage' ELSE 'Statement' END AS kind, collect(DISTINCT x.id) AS ids

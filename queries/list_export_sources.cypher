// purpose: the passages that state statements
// params: $ids: list<string> - of statements
// returns: kind: string, ids: list<string>
UNWIND $ids AS id
MATCH (s:__KGPlatformStatement__ {id: id})-[:STATED_IN]->(p:__KGPlatformPassage__)
RETURN 'Passage' AS kind, collect(DISTINCT p.id) AS ids

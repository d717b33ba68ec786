// purpose: the statements that passages state
// params: $ids: list<string> - of passages
// returns: kind: string, ids: list<string>
UNWIND $ids AS id
MATCH (p:__KGPlatformPassage__ {id: id})<-[:STATED_IN]-(s:__KGPlatformStatement__)
RETURN 'Statement' AS kind, collect(DISTINCT s.id) AS ids

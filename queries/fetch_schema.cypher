// purpose: the auxiliary schema as it is in the graph
// params: none
// returns: types: list<[name, count, isLiteral]>, relations: list<[name, count, questions]>, edges: list<[type, relation, type, count, questions]>, reading: string or null (the hash of the questions last read, and of what read them); one row
CALL () { MATCH (t:__KGPlatformEntityType__) RETURN collect([t.name, t.count, t.isLiteral]) AS types }
CALL () { MATCH (r:__KGPlatformRelationType__) WHERE r.count IS NOT NULL RETURN collect([r.name, r.count, r.questions]) AS relations }
CALL () {
  MATCH (a:__KGPlatformEntityType__)-[s:SCHEMA]->(b:__KGPlatformEntityType__)
  RETURN collect([a.name, s.relation, b.name, s.count, s.questions]) AS edges
}
OPTIONAL MATCH (c:__KGPlatformConfiguration__ {id: 'schema'})
RETURN types, relations, edges, c.reading AS reading

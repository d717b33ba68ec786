// purpose: the auxiliary schema as it is in the graph
// params: none
// returns: types: list<[name, count, isLiteral]>, relations: list<[name, count, questions]>, edges: list<[type, relation, type, count, questions]>, reading: string or null (the hash of the questions last read, and of what read them); one row
CALL () { MATCH (t:EntityType) RETURN collect([t.name, t.count, t.isLiteral]) AS types }
CALL () { MATCH (r:RelationType) RETURN collect([r.name, r.count, r.questions]) AS relations }
CALL () {
  MATCH (a:EntityType)-[s:SCHEMA]->(b:EntityType)
  RETURN collect([a.name, s.relation, b.name, s.count, s.questions]) AS edges
}
OPTIONAL MATCH (c:Configuration {id: 'schema'})
RETURN types, relations, edges, c.reading AS reading

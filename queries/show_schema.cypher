// purpose: draw the auxiliary schema: which relations hold between which types of entities, the most frequent first
// group: Graph
// params: $limit: integer = 50 - most relations to draw
// returns: schema_path: path, relation: string, count: integer (statements), questions: integer (questions that ask for it)
MATCH schema_path = (:__KGPlatformEntityType__)-[s:SCHEMA]->(:__KGPlatformEntityType__)
WITH schema_path, s, startNode(s) AS a, endNode(s) AS b
ORDER BY s.count DESC, s.relation, a.name, b.name LIMIT $limit
RETURN schema_path, s.relation AS relation, s.count AS count, s.questions AS questions

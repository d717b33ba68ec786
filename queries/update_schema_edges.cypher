// purpose: set the counts of relations between types, in one pass over all of them
// params: $counts: map - 'type|relation|type' to [count, questions]
// returns: edges: integer
MATCH (a:__KGPlatformEntityType__)-[s:SCHEMA]->(b:__KGPlatformEntityType__)
WITH s, $counts[a.name + '|' + s.relation + '|' + b.name] AS counts
WHERE counts IS NOT NULL
SET s.count = counts[0], s.questions = counts[1]
RETURN count(*) AS edges

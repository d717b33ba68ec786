// purpose: remove relations between types that the schema no longer has, in one pass over all of them
// params: $stale: map - 'type|relation|type' to true
// returns: edges: integer
MATCH (a:__KGPlatformEntityType__)-[s:SCHEMA]->(b:__KGPlatformEntityType__)
WITH s, $stale[a.name + '|' + s.relation + '|' + b.name] AS isStale
WHERE isStale
DELETE s
RETURN count(*) AS edges

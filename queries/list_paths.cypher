// purpose: the shortest ways from one entity to another over plain statements between entities; names that were joined count as one entity
// params: $start: list<string> - ids of all names of the one, $end: list<string> - ids of all names of the other, $limit: integer - most paths
// returns: statements: list<string> - ids, in the order of the way
MATCH (a:__KGPlatformEntity__) WHERE a.id IN $start
MATCH (b:__KGPlatformEntity__) WHERE b.id IN $end
MATCH SHORTEST 5 (a) ((:__KGPlatformEntity__)-[r:RELATED|SAME_AS]-(:__KGPlatformEntity__)
  WHERE r.statementId IS NULL OR EXISTS { (:__KGPlatformStatement__ {id: r.statementId, isPlain: true}) }){1,8} (b)
WITH DISTINCT [step IN r WHERE step.statementId IS NOT NULL | step.statementId] AS statements
WHERE size(statements) > 0
RETURN statements ORDER BY size(statements), statements LIMIT $limit

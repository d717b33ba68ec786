// purpose: the shortest ways from one entity to another over plain statements and all that they name, in a qualifier as well; names that were joined count as one entity
// params: $start: list<string> - ids of all names of the one, $end: list<string> - ids of all names of the other, $limit: integer - most paths
// returns: statements: list<string> - ids, in the order of the way
MATCH (a:__KGPlatformEntity__) WHERE a.id IN $start
MATCH (b:__KGPlatformEntity__) WHERE b.id IN $end
MATCH SHORTEST 5 (a) (()-[:SUBJECT|OBJECT|QUALIFIER|SAME_AS]-(n:__KGPlatformEntity__|__KGPlatformStatement__)
  WHERE n:__KGPlatformEntity__ OR n.isPlain){1,6} (b)
WITH DISTINCT [step IN n WHERE step:__KGPlatformStatement__ | step.id] AS statements
WHERE size(statements) > 0
RETURN statements ORDER BY size(statements), statements LIMIT $limit

// purpose: remove links of one method, some at a time
// params: $method: string, $limit: integer - most links to remove
// returns: removed: integer
MATCH ()-[r:SIMILAR {method: $method}]->()
WITH r LIMIT $limit
DELETE r
RETURN count(*) AS removed

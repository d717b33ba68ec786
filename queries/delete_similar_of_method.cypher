// purpose: remove links of one method, some at a time
// params: $method: string, $limit: integer - most links to remove
// returns: removed: integer
MATCH (:__KGPlatformPassage__)-[r:SIMILAR {method: $method}]->(:__KGPlatformPassage__)
WITH r LIMIT $limit
DELETE r
RETURN count(*) AS removed

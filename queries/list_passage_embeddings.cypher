// purpose: a page of the passages' vectors by id, for an exact search in memory
// params: $after: string - the last id of the page before, '' to begin, $limit: integer - passages a page
// returns: last: string or null (null: no more), ids: list<string>, embeddings: list<list<float>> (an empty list where a passage has none); one row
MATCH (p:__KGPlatformPassage__) WHERE p.id > $after
WITH p ORDER BY p.id LIMIT $limit
RETURN max(p.id) AS last, collect(p.id) AS ids, collect(coalesce(head([(p)-[:HAS_EMBEDDING]->(e:__KGPlatformPassageEmbedding__) | e.vector]), [])) AS embeddings

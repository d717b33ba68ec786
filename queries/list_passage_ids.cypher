// purpose: a page of the passages by id, with the document each is part of
// params: $after: string - the last id of the page before, '' to begin, $limit: integer - passages a page
// returns: last: string or null (null: no more), ids: list<string>, documents: list<string>; one row
MATCH (p:__KGPlatformPassage__) WHERE p.id > $after
WITH p ORDER BY p.id LIMIT $limit
MATCH (p)-[:PART_OF]->(d:__KGPlatformDocument__)
WITH p.id AS id, d.id AS document ORDER BY id
RETURN max(id) AS last, collect(id) AS ids, collect(document) AS documents

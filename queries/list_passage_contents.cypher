// purpose: a page of the passages by id, with their titles, texts and documents, for a search in memory
// params: $after: string - the last id of the page before, '' to begin, $limit: integer - passages a page
// returns: last: string or null (null: no more), ids: list<string>, indexes: list<integer> (place in the document), titles: list<string>, texts: list<string>, documents: list<string>, uris: list<string> (of the documents); one row
MATCH (p:__KGPlatformPassage__) WHERE p.id > $after
WITH p ORDER BY p.id LIMIT $limit
MATCH (p)-[:PART_OF]->(d:__KGPlatformDocument__)
WITH p, d ORDER BY p.id
RETURN max(p.id) AS last, collect(p.id) AS ids, collect(p.index) AS indexes,
       collect(coalesce(p.title, '')) AS titles, collect(p.text) AS texts,
       collect(d.id) AS documents, collect(d.uri) AS uris

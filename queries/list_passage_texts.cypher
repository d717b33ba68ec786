// purpose: a page of the passages by id, with their titles and texts
// params: $after: string - the last id of the page before, '' to begin, $limit: integer - passages a page
// returns: last: string or null (null: no more), titles: list<string>, texts: list<string>; one row
MATCH (p:__KGPlatformPassage__) WHERE p.id > $after
WITH p ORDER BY p.id LIMIT $limit
RETURN max(p.id) AS last, collect(coalesce(p.title, '')) AS titles, collect(p.text) AS texts

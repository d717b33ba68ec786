// purpose: a page of the documents by id, with the hash of what each was made from and what read it
// params: $after: string - the last id of the page before, '' to begin, $limit: integer - documents a page
// returns: last: string or null (null: no more), ids: list<string>, hashes: list<string> ('' for a half-written one), extractors: list<string>; one row
MATCH (d:__KGPlatformDocument__) WHERE d.id > $after
WITH d ORDER BY d.id LIMIT $limit
RETURN max(d.id) AS last, collect(d.id) AS ids, collect(coalesce(d.sha256, '')) AS hashes,
       collect(coalesce(d.extractor, '')) AS extractors

// purpose: the entities that document titles name, for finding them in new text, page by page
// params: $after: string - id of the last entity of the page before, '' for the first page, $limit: integer - most rows
// returns: id: string, name: string
MATCH (e:__KGPlatformEntity__)
WHERE e.id > $after AND EXISTS { (e)<-[:ABOUT]-(:__KGPlatformDocument__) }
RETURN e.id AS id, coalesce(e.writtenName, e.name) AS name
ORDER BY id
LIMIT $limit

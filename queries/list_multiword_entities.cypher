// purpose: names of more than one word, as texts write them, which differ from common words wherever they stand, page by page
// params: $after: string - id of the last entity of the page before, '' for the first page, $limit: integer - most rows
// returns: id: string, name: string
MATCH (e:__KGPlatformEntity__)
WHERE e.id > $after AND e.normalizedName CONTAINS ' '
RETURN e.id AS id, coalesce(e.writtenName, e.name) AS name
ORDER BY id
LIMIT $limit

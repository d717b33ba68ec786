// purpose: literal values, a page of them
// params: $after: string - id of the last one of the page before, '' for the first page, $limit: integer - most literals
// returns: id: string, value: string, datatype: string
MATCH (l:__KGPlatformLiteral__) WHERE l.id > $after
RETURN l.id AS id, l.value AS value, l.datatype AS datatype
ORDER BY id LIMIT $limit

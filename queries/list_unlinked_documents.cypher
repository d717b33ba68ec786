// purpose: whole documents whose passages were not searched for late-known names yet, page by page
// params: $after: string - id of the last document of the page before, '' for the first page, $limit: integer - most rows
// returns: id: string, title: string (without one, the name of what the document is about)
MATCH (d:__KGPlatformDocument__)
WHERE d.id > $after AND d.sha256 IS NOT NULL AND d.linkedAt IS NULL
RETURN d.id AS id, coalesce(nullif(d.title, ''), head([(d)-[:ABOUT]->(e:__KGPlatformEntity__) | coalesce(e.writtenName, e.name)]), '') AS title
ORDER BY id
LIMIT $limit

// purpose: the documents that have pages, sections or tables, to find the one a question names
// params: $documents: list<string> or null - only these, $limit: integer - most rows
// returns: id: string, title: string, uri: string
MATCH (d:__KGPlatformDocument__)
WHERE ($documents IS NULL OR d.id IN $documents)
  AND EXISTS { (d)-[:HAS_PAGE|HAS_SECTION|HAS_TABLE]->(:__KGPlatformPage__|__KGPlatformSection__|__KGPlatformTable__) }
RETURN d.id AS id, d.title AS title, d.uri AS uri
ORDER BY id LIMIT $limit

// purpose: the titles of passages, to show people what ids stand for
// params: $ids: list<string> - ids, of passages or of anything else
// returns: id: string, title: string
MATCH (p:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__)
WHERE p.id IN $ids
RETURN p.id AS id, coalesce(d.title, d.uri) AS title
ORDER BY id

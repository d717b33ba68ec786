// purpose: the documents of the graph, by title
// params: $limit: integer - most rows
// returns: id: string, title: string, uri: string, copies: list<string> (further paths), unread: list<string> (what of its source was left out), media_type: string, language: string or null (null: written before languages were told apart), passages: integer, complete: boolean
MATCH (d:__KGPlatformDocument__)
RETURN d.id AS id, d.title AS title, d.uri AS uri, coalesce(d.copies, []) AS copies,
       coalesce(d.unread, []) AS unread, d.mediaType AS media_type, d.language AS language,
       COUNT { (d)<-[:PART_OF]-(:__KGPlatformPassage__) } AS passages, d.sha256 IS NOT NULL AS complete
ORDER BY title, id LIMIT $limit

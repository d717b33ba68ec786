// purpose: one document with its parts in order
// params: $id: string - document id
// returns: id: string, title: string, uri: string, copies: list<string>, unread: list<string>, media_type: string, language: string or null, date: string or null (ISO 8601), sha256: string
// returns: related: list<map> {relation, id, title, uri} - messages and attachments; relation is attached to, attachment, reply to or reply
// returns: pages: list<map> {number, label, start, end}, sections: list<map> {level, heading, start, end}
// returns: tables: list<map> {id, caption, page, rows, columns, text}, passages: list<map> {id, start, end, page, heading, text}
MATCH (d:__KGPlatformDocument__ {id: $id})
RETURN d.id AS id, d.title AS title, d.uri AS uri, coalesce(d.copies, []) AS copies,
       coalesce(d.unread, []) AS unread, d.mediaType AS media_type, d.language AS language, toString(d.date) AS date,
       d.sha256 AS sha256,
       COLLECT {
         MATCH (d)-[r:ATTACHED_TO|REPLIES_TO]-(o:__KGPlatformDocument__)
         WITH o, CASE type(r) WHEN 'ATTACHED_TO' THEN ['attached to', 'attachment'] ELSE ['reply to', 'reply'] END AS names,
              startNode(r) = d AS isOut
         WITH o, names[CASE WHEN isOut THEN 0 ELSE 1 END] AS relation ORDER BY relation, o.uri
         RETURN o {relation: relation, .id, .title, .uri}
       } AS related,
       COLLECT {
         MATCH (d)-[:HAS_PAGE]->(p:__KGPlatformPage__)
         WITH p ORDER BY p.number
         RETURN p {.number, .label, .start, .end}
       } AS pages,
       COLLECT {
         MATCH (d)-[:HAS_SECTION]->(s:__KGPlatformSection__)
         WITH s ORDER BY s.index
         RETURN s {.level, .heading, .start, .end}
       } AS sections,
       COLLECT {
         MATCH (d)-[:HAS_TABLE]->(t:__KGPlatformTable__)
         WITH t ORDER BY t.index
         RETURN t {.id, .caption, .page, .rows, .columns, .text}
       } AS tables,
       COLLECT {
         MATCH (d)<-[:PART_OF]-(p:__KGPlatformPassage__)
         WITH p ORDER BY p.index
         RETURN p {.id, .start, .end, .page, .heading, .text}
       } AS passages

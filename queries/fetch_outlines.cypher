// purpose: the pages, sections and tables of documents, in reading order
// params: $ids: list<string> - document ids, $chars: integer - of a table's Markdown, from its beginning
// returns: id: string, title: string, uri: string
// returns: pages: list<map> {id, number, label, start, end}, sections: list<map> {id, level, heading, start, end}
// returns: tables: list<map> {id, caption, page, start, end, rows, columns, text}
UNWIND $ids AS wanted
MATCH (d:__KGPlatformDocument__ {id: wanted})
RETURN d.id AS id, d.title AS title, d.uri AS uri,
       COLLECT {
         MATCH (d)-[:HAS_PAGE]->(p:__KGPlatformPage__)
         WITH p ORDER BY p.number
         RETURN p {.id, .number, .label, .start, .end}
       } AS pages,
       COLLECT {
         MATCH (d)-[:HAS_SECTION]->(s:__KGPlatformSection__)
         WITH s ORDER BY s.index
         RETURN s {.id, .level, .heading, .start, .end}
       } AS sections,
       COLLECT {
         MATCH (d)-[:HAS_TABLE]->(t:__KGPlatformTable__)
         WITH t ORDER BY t.index
         RETURN t {.id, .caption, .page, .start, .end, .rows, .columns, text: left(t.text, $chars)}
       } AS tables

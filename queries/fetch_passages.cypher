// purpose: passages with what a reader needs, in the order asked for
// params: $ids: list<string> - passage ids
// returns: id: string, document_id: string, title: string, uri: string, text: string, page: integer or null, section: string or null (the headings that it stands under), header: string or null (the first line of the table that it is of)
UNWIND range(0, size($ids) - 1) AS i
MATCH (p:__KGPlatformPassage__ {id: $ids[i]})-[:PART_OF]->(d:__KGPlatformDocument__)
RETURN p.id AS id, d.id AS document_id, d.title AS title, d.uri AS uri, p.text AS text,
       p.page AS page, p.heading AS section,
       head([(t:__KGPlatformTable__)-[:HAS_PASSAGE]->(p) | coalesce(t.header, head(split(t.text, '\n')))]) AS header
ORDER BY i

// purpose: the parts that some passages stand in, to show people where a quote is
// params: $ids: list<string> - passage ids
// returns: id: string, text: string, section: string or null, page: integer or null, table: string or null (its caption), header: string or null (the table's first line)
UNWIND $ids AS id
MATCH (p:__KGPlatformPassage__ {id: id})
OPTIONAL MATCH (t:__KGPlatformTable__)-[:HAS_PASSAGE]->(p)
RETURN p.id AS id, p.text AS text, p.heading AS section, p.page AS page, t.caption AS table,
       coalesce(t.header, head(split(t.text, '\n'))) AS header

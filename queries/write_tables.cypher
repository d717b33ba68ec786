// purpose: make the tables of documents, as Markdown and as a grid of cells
// params: $rows: list<[id, documentId, index, caption, text, cells, rows, columns, page, box, start, end, header]> - one a table; cells is JSON, page and box are null where the file has no pages, header is the first line of text
// returns: tables: integer
UNWIND $rows AS r
MATCH (d:__KGPlatformDocument__ {id: r[1]})
MERGE (t:__KGPlatformTable__ {id: r[0]})
ON CREATE SET t:Table
SET t.index = r[2], t.caption = r[3], t.text = r[4], t.cells = r[5], t.rows = r[6],
    t.columns = r[7], t.page = r[8], t.box = r[9], t.start = r[10], t.end = r[11], t.header = r[12],
    t.name = CASE WHEN coalesce(r[3], '') = '' THEN 'Table ' + (r[2] + 1) ELSE r[3] END
MERGE (d)-[:HAS_TABLE]->(t)
RETURN count(*) AS tables

// purpose: all passages of the tables that some passages are of, table by table, in order
// params: $ids: list<string> - passage ids, $most_rows: integer - of a table, $limit: integer - most tables
// returns: table: string, rows: integer, passage_ids: list<string>
UNWIND range(0, size($ids) - 1) AS i
MATCH (p:__KGPlatformPassage__ {id: $ids[i]})<-[:HAS_PASSAGE]-(t:__KGPlatformTable__)
WHERE t.rows <= $most_rows
WITH t, min(i) AS rank
MATCH (t)-[:HAS_PASSAGE]->(all:__KGPlatformPassage__)
WITH t, rank, all ORDER BY all.index
WITH t, rank, collect(all.id) AS passage_ids
ORDER BY rank
RETURN t.id AS table, t.rows AS rows, passage_ids
LIMIT $limit

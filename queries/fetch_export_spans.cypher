// purpose: passages with the document, table and pages that they are of, and what states or cites them
// params: $ids: list<string> - passage ids, $with_lines: boolean - whether pages come with the places of their characters
// returns: id: string, text: string, start: integer, page: integer or null, heading: string or null, document: string or null - id, table: string or null - caption
// returns: pages: list<map> - {number, label, start, end, width, height, lines}
// returns: marks: list<map> - {type, kind, start, properties} - what begins at a question or a statement; start is its id
UNWIND $ids AS id
MATCH (p:__KGPlatformPassage__ {id: id})
RETURN p.id AS id, p.text AS text, p.start AS start, p.page AS page, p.heading AS heading,
       COLLECT { MATCH (p)-[:PART_OF]->(d:__KGPlatformDocument__) RETURN d.id LIMIT 1 }[0] AS document,
       COLLECT { MATCH (t:__KGPlatformTable__)-[:HAS_PASSAGE]->(p) RETURN t.caption LIMIT 1 }[0] AS table,
       CASE WHEN $with_lines THEN COLLECT {
         MATCH (g:__KGPlatformPage__)-[:HAS_PASSAGE]->(p)
         RETURN g {.number, .label, .start, .end, .width, .height, .lines} ORDER BY g.number
       } ELSE [] END AS pages,
       COLLECT {
         MATCH (q:__KGPlatformQuestion__)-[r:CITES]->(p)
         RETURN {type: 'CITES', kind: 'Question', start: q.id, properties: properties(r)} ORDER BY q.id, r.rank, r.start
       } + COLLECT {
         MATCH (s:__KGPlatformStatement__)-[r:STATED_IN]->(p)
         RETURN {type: 'STATED_IN', kind: 'Statement', start: s.id, properties: properties(r)} ORDER BY s.id, r.start, r.end
       } AS marks
ORDER BY id

// purpose: make the pages of documents, with the place of every character where the file tells it
// params: $rows: list<[id, documentId, number, label, start, end, width, height, lines]> - one a page; lines is JSON or null
// returns: pages: integer
UNWIND $rows AS r
MATCH (d:__KGPlatformDocument__ {id: r[1]})
MERGE (p:__KGPlatformPage__ {id: r[0]})
ON CREATE SET p:Page
SET p.number = r[2], p.label = r[3], p.start = r[4], p.end = r[5], p.width = r[6],
    p.height = r[7], p.lines = r[8], p.name = 'Page ' + coalesce(r[3], r[2])
MERGE (d)-[:HAS_PAGE]->(p)
RETURN count(*) AS pages

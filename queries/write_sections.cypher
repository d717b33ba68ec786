// purpose: make the sections of documents, each under its heading
// params: $rows: list<[id, documentId, index, level, heading, start, end]> - one a section; level 1 is the highest
// returns: sections: integer
UNWIND $rows AS r
MATCH (d:__KGPlatformDocument__ {id: r[1]})
MERGE (s:__KGPlatformSection__ {id: r[0]})
ON CREATE SET s:Section
SET s.index = r[2], s.level = r[3], s.heading = r[4], s.name = r[4], s.start = r[5], s.end = r[6]
MERGE (d)-[:HAS_SECTION]->(s)
RETURN count(*) AS sections

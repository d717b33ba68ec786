// purpose: make the sections of documents, each under its heading
// params: $rows: list<[id, documentId, index, level, heading, start, end]> - one a section; level 1 is the highest
// returns: sections: integer
UNWIND $rows AS r
MATCH (d:Document {id: r[1]})
MERGE (s:Section {id: r[0]})
SET s.index = r[2], s.level = r[3], s.heading = r[4], s.start = r[5], s.end = r[6]
MERGE (d)-[:HAS_SECTION]->(s)
RETURN count(*) AS sections

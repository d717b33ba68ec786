// purpose: make passages with their embedding and tie them to their document
// params: $rows: list<[id, documentId, index, title, text, start, end, page, heading, failure, embedding]> - one a passage; page, heading and failure (why no model could read it) may be null
// returns: passages: integer
UNWIND $rows AS r
MERGE (p:__KGPlatformPassage__ {id: r[0]})
ON CREATE SET p:Passage
SET p.index = r[2], p.title = r[3], p.text = r[4], p.start = r[5], p.end = r[6], p.page = r[7],
    p.heading = r[8], p.name = substring(r[4], 0, 60), p.extractionFailure = r[9]
MERGE (p)-[:HAS_EMBEDDING]->(e:__KGPlatformPassageEmbedding__)
ON CREATE SET e:PassageEmbedding, e.name = 'vector'
WITH p, r, e
CALL db.create.setNodeVectorProperty(e, 'vector', r[10])
MATCH (d:__KGPlatformDocument__ {id: r[1]})
MERGE (p)-[:PART_OF]->(d)
RETURN count(*) AS passages

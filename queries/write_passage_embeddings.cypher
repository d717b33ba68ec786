// purpose: keep the vectors of passages that are in the graph already
// params: $rows: list<[id, vector]> - one a passage
// returns: passages: integer
UNWIND $rows AS r
MATCH (p:__KGPlatformPassage__ {id: r[0]})
MERGE (p)-[:HAS_EMBEDDING]->(e:__KGPlatformPassageEmbedding__)
ON CREATE SET e:PassageEmbedding, e.name = 'vector'
WITH p, r, e
CALL db.create.setNodeVectorProperty(e, 'vector', r[1])
RETURN count(*) AS passages

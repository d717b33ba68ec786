// purpose: keep the vectors of statements, so that a question need not compute them again
// params: $rows: list<[id, vector]> - one a statement
// returns: statements: integer
UNWIND $rows AS r
MATCH (s:__KGPlatformStatement__ {id: r[0]})
MERGE (s)-[:HAS_EMBEDDING]->(e:__KGPlatformStatementEmbedding__)
ON CREATE SET e:StatementEmbedding, e.name = 'vector'
WITH s, r, e
CALL db.create.setNodeVectorProperty(e, 'vector', r[1])
RETURN count(*) AS statements

// purpose: keep the vectors of statements, so that a question need not compute them again
// params: $rows: list<[id, vector]> - one a statement
// returns: statements: integer
UNWIND $rows AS r
MATCH (s:__KGPlatformStatement__ {id: r[0]})
CALL db.create.setNodeVectorProperty(s, 'embedding', r[1])
RETURN count(*) AS statements

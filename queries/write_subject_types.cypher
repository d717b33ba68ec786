// purpose: note of statements that say what their subject is an instance of which type of entity that is
// params: $rows: list<[id, type]> - one a statement
// returns: statements: integer
UNWIND $rows AS r
MATCH (s:__KGPlatformStatement__ {id: r[0]})
SET s.subjectType = r[1]
RETURN count(*) AS statements

// purpose: make literal values
// params: $rows: list<[id, value, datatype]> - one a literal
// returns: literals: integer
UNWIND $rows AS r
MERGE (l:__KGPlatformLiteral__ {id: r[0]})
ON CREATE SET l:Literal, l.value = r[1], l.datatype = r[2]
RETURN count(*) AS literals

// purpose: make literal values, with what a program compares of them
// params: $rows: list<[id, value, datatype, from, to, number, unit, currency, isRelative]> - one a literal; from and to are the first and last day of a date; null: not known
// returns: literals: integer
UNWIND $rows AS r
MERGE (l:__KGPlatformLiteral__ {id: r[0]})
ON CREATE SET l:Literal, l.value = r[1], l.name = r[1], l.datatype = r[2]
SET l.from = r[3], l.to = r[4], l.number = r[5], l.unit = r[6], l.currency = r[7], l.isRelative = r[8]
RETURN count(*) AS literals

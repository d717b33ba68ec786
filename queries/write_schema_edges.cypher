// purpose: make relations between types that the schema does not have yet
// params: $rows: list<[type, relation, type, count, questions]> - one an edge
// returns: edges: integer
UNWIND $rows AS r
MATCH (a:__KGPlatformEntityType__ {name: r[0]})
MATCH (b:__KGPlatformEntityType__ {name: r[2]})
MERGE (a)-[s:SCHEMA {relation: r[1]}]->(b)
SET s.count = r[3], s.questions = r[4]
RETURN count(*) AS edges

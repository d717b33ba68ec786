// purpose: make relations between types that the schema does not have yet
// params: $rows: list<[type, relation, type, count, questions]> - one an edge
// returns: edges: integer
UNWIND $rows AS r
MATCH (a:__KGPlatformEntityType__ {name: r[0]})
MATCH (b:__KGPlatformEntityType__ {name: r[2]})
CREATE (a)-[:SCHEMA {relation: r[1], count: r[3], questions: r[4]}]->(b)
RETURN count(*) AS edges

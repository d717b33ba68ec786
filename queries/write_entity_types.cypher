// purpose: make the schema's types of entities and values, or set their counts
// params: $rows: list<[name, count, isLiteral]> - one a type
// returns: types: integer
UNWIND $rows AS r
MERGE (t:__KGPlatformEntityType__ {name: r[0]})
ON CREATE SET t:EntityType
SET t.count = r[1], t.isLiteral = r[2]
RETURN count(*) AS types

// purpose: make entities; a type that becomes known replaces Thing, a known type stays
// params: $rows: list<[id, name, normalizedName, type, aliases]> - one an entity; type from the closed set
// returns: entities: integer
UNWIND $rows AS r
MERGE (e:Entity {id: r[0]})
ON CREATE SET e.name = r[1], e.normalizedName = r[2], e.type = r[3], e.aliases = r[4]
WITH e, r, e.type = 'Thing' AND r[3] <> 'Thing' AS better
FOREACH (_ IN CASE WHEN better THEN [1] ELSE [] END | REMOVE e:Thing SET e.type = r[3])
SET e:$(e.type)
RETURN count(*) AS entities

// purpose: set the vectors of relations that are new to the schema
// params: $rows: list<[name, embedding]> - one a relation
// returns: relations: integer
UNWIND $rows AS r
MATCH (t:__KGPlatformRelationType__ {name: r[0]})
CALL db.create.setNodeVectorProperty(t, 'embedding', r[1])
RETURN count(*) AS relations

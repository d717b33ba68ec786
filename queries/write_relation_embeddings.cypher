// purpose: set the vectors of relations that are new to the schema
// params: $rows: list<[name, embedding]> - one a relation
// returns: relations: integer
UNWIND $rows AS r
MATCH (t:__KGPlatformRelationType__ {name: r[0]})
MERGE (t)-[:HAS_EMBEDDING]->(e:__KGPlatformRelationTypeEmbedding__)
ON CREATE SET e:RelationTypeEmbedding, e.name = 'vector'
WITH t, r, e
CALL db.create.setNodeVectorProperty(e, 'vector', r[1])
RETURN count(*) AS relations

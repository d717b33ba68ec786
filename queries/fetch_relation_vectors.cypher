// purpose: the vectors of some relations, of those that have one
// params: $names: list<string>
// returns: names: list<string>, embeddings: list<list<float>>; one row
UNWIND $names AS name
MATCH (r:__KGPlatformRelationType__ {name: name})-[:HAS_EMBEDDING]->(e:__KGPlatformRelationTypeEmbedding__)
RETURN collect(name) AS names, collect(e.vector) AS embeddings

// purpose: the passages nearest in meaning to each of some passages, from the vector index
// params: $ids: list<string> - passage ids, $limit: integer - passages to find for each, itself among them
// returns: id: string, ids: list<string> (best first), scores: list<float> (1 + cosine, halved)
UNWIND $ids AS id
MATCH (:__KGPlatformPassage__ {id: id})-[:HAS_EMBEDDING]->(own:__KGPlatformPassageEmbedding__)
CALL db.index.vector.queryNodes('kgplatform_passage_vector', $limit, own.vector) YIELD node AS e, score
MATCH (e)<-[:HAS_EMBEDDING]-(node:__KGPlatformPassage__)
RETURN id, collect(node.id) AS ids, collect(score) AS scores

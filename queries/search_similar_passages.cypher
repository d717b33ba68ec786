// purpose: the passages nearest in meaning to each of some passages, from the vector index
// params: $ids: list<string> - passage ids, $limit: integer - passages to find for each, itself among them
// returns: id: string, ids: list<string> (best first), scores: list<float> (1 + cosine, halved)
UNWIND $ids AS id
MATCH (p:__KGPlatformPassage__ {id: id}) WHERE p.embedding IS NOT NULL
CALL db.index.vector.queryNodes('kgplatform_passage_embedding', $limit, p.embedding) YIELD node, score
RETURN id, collect(node.id) AS ids, collect(score) AS scores

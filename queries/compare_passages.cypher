// purpose: how near some passages are to a vector in meaning
// params: $ids: list<string> - passage ids, $vector: vector
// returns: ids: list<string>, cosines: list<float> (-1..1); one row; a passage without a vector is left out
UNWIND $ids AS id
MATCH (p:__KGPlatformPassage__ {id: id})-[:HAS_EMBEDDING]->(e:__KGPlatformPassageEmbedding__)
RETURN collect(p.id) AS ids,
       collect(2 * vector.similarity.cosine(e.vector, $vector) - 1) AS cosines

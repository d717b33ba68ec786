// purpose: the passages nearest in meaning: by the vector index, or compared one by one within some documents
// params: $vector: vector - of the question, $documents: list<string> or null - ids of the only documents to look in, each once; null: all, $limit: integer
// returns: ids: list<string> (best first), scores: list<float> (1 + cosine, halved); one row
CALL () {
  UNWIND CASE WHEN $documents IS NULL THEN [0] ELSE [] END AS everywhere
  CALL db.index.vector.queryNodes('kgplatform_passage_vector', $limit, $vector) YIELD node AS e, score
  MATCH (e)<-[:HAS_EMBEDDING]-(node:__KGPlatformPassage__)
  RETURN node, score
  UNION ALL
  UNWIND $documents AS id
  MATCH (:__KGPlatformDocument__ {id: id})<-[:PART_OF]-(node:__KGPlatformPassage__)-[:HAS_EMBEDDING]->(e:__KGPlatformPassageEmbedding__)
  WITH node, vector.similarity.cosine(e.vector, $vector) AS score
  ORDER BY score DESC, node.id LIMIT $limit
  RETURN node, score
}
WITH node, score ORDER BY score DESC, node.id
RETURN collect(node.id) AS ids, collect(score) AS scores

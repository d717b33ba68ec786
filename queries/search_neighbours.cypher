// purpose: the neighbours of several passages by meaning, those of each nearest first to what is sought from it: from the vector index, or compared one by one within some documents (KGP's KNN graphs)
// params: $ids: list<string> - passage ids, $starts: list<vector> - where the neighbourhood of each is, $aims: list<vector> - what is sought from each, $documents: list<string> or null - ids of the only documents to look in, each once; null: all, $near: integer - size of a neighbourhood, $limit: integer - most neighbours of each
// returns: place: integer (in $ids), ids: list<string>, cosines: list<float> (-1..1)
UNWIND range(0, size($ids) - 1) AS place
CALL (place) {
  CALL (place) {
    UNWIND CASE WHEN $documents IS NULL THEN [0] ELSE [] END AS everywhere
    CALL db.index.vector.queryNodes('kgplatform_passage_vector', $near + 1, $starts[place]) YIELD node AS e
    MATCH (e)<-[:HAS_EMBEDDING]-(node:__KGPlatformPassage__)
    RETURN node, e
    UNION ALL
    UNWIND $documents AS id
    MATCH (:__KGPlatformDocument__ {id: id})<-[:PART_OF]-(node:__KGPlatformPassage__)-[:HAS_EMBEDDING]->(e:__KGPlatformPassageEmbedding__)
    WITH node, e, vector.similarity.cosine(e.vector, $starts[place]) AS score
    ORDER BY score DESC, node.id LIMIT $near + 1
    RETURN node, e
  }
  WITH node AS n, e WHERE n.id <> $ids[place]
  WITH n, 2 * vector.similarity.cosine(e.vector, $aims[place]) - 1 AS cosine
  ORDER BY cosine DESC, n.id LIMIT $limit
  RETURN collect(n.id) AS ids, collect(cosine) AS cosines
}
RETURN place, ids, cosines ORDER BY place

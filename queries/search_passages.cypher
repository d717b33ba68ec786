// purpose: passages by words and by meaning, both scores for each passage found by either; each index is asked for twice as many as are taken, since the order of equals, and what an approximate search misses at its end, depend on when which passage was written
// params: $indexes: list<string> - full-text indexes, $query: string - full-text query, $vector: vector - of the question, $documents: list<string> or null - ids of the only documents to look in, each once; null: all, $limit: integer - passages of each search
// returns: ids: list<string>, words: list<float> (full-text score, 0 where not found), cosines: list<float> (-1..1); one row of parallel lists
CALL () {
  UNWIND CASE WHEN $documents IS NULL THEN $indexes ELSE [] END AS index
  CALL (index) {
    CALL db.index.fulltext.queryNodes(index, $query, {limit: 2 * $limit})
    YIELD node, score
    RETURN node, score ORDER BY score DESC, node.id LIMIT $limit
  }
  RETURN node, score AS words, null AS near
  UNION ALL
  UNWIND CASE WHEN $documents IS NULL THEN [0] ELSE [] END AS everywhere
  CALL db.index.vector.queryNodes('kgplatform_passage_vector', 2 * $limit, $vector)
  YIELD node AS e
  MATCH (e)<-[:HAS_EMBEDDING]-(node:__KGPlatformPassage__)
  WITH node, vector.similarity.cosine(e.vector, $vector) AS near
  RETURN node, 0.0 AS words, near ORDER BY near DESC, node.id LIMIT $limit
  UNION ALL
  UNWIND $documents AS id
  MATCH (:__KGPlatformDocument__ {id: id})<-[:PART_OF]-(p:__KGPlatformPassage__)
  WITH collect(id(p)) AS inside WHERE size(inside) > 0
  UNWIND $indexes AS index
  CALL (index, inside) {
    CALL db.index.fulltext.queryNodes(index, $query)
    YIELD node, score
    WHERE id(node) IN inside
    WITH node, score LIMIT 2 * $limit
    RETURN node, score ORDER BY score DESC, node.id LIMIT $limit
  }
  RETURN node, score AS words, null AS near
  UNION ALL
  UNWIND $documents AS id
  MATCH (:__KGPlatformDocument__ {id: id})<-[:PART_OF]-(node:__KGPlatformPassage__)-[:HAS_EMBEDDING]->(e:__KGPlatformPassageEmbedding__)
  WITH node, vector.similarity.cosine(e.vector, $vector) AS near ORDER BY near DESC, node.id LIMIT $limit
  RETURN node, 0.0 AS words, near
}
WITH node, max(words) AS words, max(near) AS near
WITH node, words, 2 * coalesce(near, vector.similarity.cosine(head([(node)-[:HAS_EMBEDDING]->(e:__KGPlatformPassageEmbedding__) | e.vector]), $vector)) - 1 AS cosine
RETURN collect(node.id) AS ids, collect(words) AS words, collect(cosine) AS cosines

// purpose: passages by words and by meaning, both scores for each passage found by either
// params: $query: string - full-text query, $vector: vector - of the question, $documents: list<string> or null - ids of the only documents to look in, each once; null: all, $limit: integer - passages of each search
// returns: ids: list<string>, words: list<float> (full-text score, 0 where not found), cosines: list<float> (-1..1); one row of parallel lists
CALL () {
  UNWIND CASE WHEN $documents IS NULL THEN [0] ELSE [] END AS everywhere
  CALL db.index.fulltext.queryNodes('passage_text', $query, {limit: $limit})
  YIELD node, score
  RETURN node, score
  UNION ALL
  UNWIND CASE WHEN $documents IS NULL THEN [0] ELSE [] END AS everywhere
  CALL db.index.vector.queryNodes('passage_embedding', $limit, $vector)
  YIELD node
  RETURN node, 0.0 AS score
  UNION ALL
  UNWIND $documents AS id
  MATCH (:Document {id: id})<-[:PART_OF]-(p)
  WITH collect(id(p)) AS inside WHERE size(inside) > 0
  CALL db.index.fulltext.queryNodes('passage_text', $query)
  YIELD node, score
  WHERE id(node) IN inside
  RETURN node, score LIMIT $limit
  UNION ALL
  UNWIND $documents AS id
  MATCH (:Document {id: id})<-[:PART_OF]-(node) WHERE node.embedding IS NOT NULL
  WITH node ORDER BY vector.similarity.cosine(node.embedding, $vector) DESC LIMIT $limit
  RETURN node, 0.0 AS score
}
WITH node, max(score) AS words
WITH node, words, 2 * vector.similarity.cosine(node.embedding, $vector) - 1 AS cosine
RETURN collect(node.id) AS ids, collect(words) AS words, collect(cosine) AS cosines

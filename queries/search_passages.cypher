// purpose: passages by words and by meaning, both scores for each passage found by either
// params: $query: string - full-text query, $vector: vector - of the question, $limit: integer - passages of each search
// returns: ids: list<string>, words: list<float> (full-text score, 0 where not found), cosines: list<float> (-1..1); one row of parallel lists
CALL () {
  CALL db.index.fulltext.queryNodes('passage_text', $query, {limit: $limit})
  YIELD node, score
  RETURN node, score
  UNION ALL
  CALL db.index.vector.queryNodes('passage_embedding', $limit, $vector)
  YIELD node
  RETURN node, 0.0 AS score
}
WITH node, max(score) AS words
WITH node, words, 2 * vector.similarity.cosine(node.embedding, $vector) - 1 AS cosine
RETURN collect(node.id) AS ids, collect(words) AS words, collect(cosine) AS cosines

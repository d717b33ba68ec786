// purpose: the passages that match a query best by the full-text index, of all or of some documents
// params: $query: string - full-text query, $documents: list<string> or null - ids of the only documents to look in, each once; null: all, $limit: integer
// returns: ids: list<string> (best first), scores: list<float>; one row
CALL () {
  UNWIND CASE WHEN $documents IS NULL THEN [0] ELSE [] END AS everywhere
  CALL db.index.fulltext.queryNodes('kgplatform_passage_text', $query, {limit: $limit}) YIELD node, score
  RETURN node, score
  UNION ALL
  UNWIND $documents AS id
  MATCH (:__KGPlatformDocument__ {id: id})<-[:PART_OF]-(p:__KGPlatformPassage__)
  WITH collect(id(p)) AS inside WHERE size(inside) > 0
  CALL db.index.fulltext.queryNodes('kgplatform_passage_text', $query) YIELD node, score
  WHERE id(node) IN inside
  RETURN node, score LIMIT $limit
}
WITH node, score ORDER BY score DESC, node.id
RETURN collect(node.id) AS ids, collect(score) AS scores

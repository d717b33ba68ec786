// purpose: the passages that match a query best by full-text indexes, of all or of some documents
// params: $indexes: list<string>, $query: string - full-text query, $documents: list<string> or null - ids of the only documents to look in, each once; null: all, $limit: integer
// returns: ids: list<string> (best first), scores: list<float>; one row
CALL () {
  UNWIND CASE WHEN $documents IS NULL THEN $indexes ELSE [] END AS index
  CALL db.index.fulltext.queryNodes(index, $query, {limit: $limit}) YIELD node, score
  RETURN node, score
  UNION ALL
  UNWIND $documents AS id
  MATCH (:__KGPlatformDocument__ {id: id})<-[:PART_OF]-(p:__KGPlatformPassage__)
  WITH collect(id(p)) AS inside WHERE size(inside) > 0
  UNWIND $indexes AS index
  CALL (index, inside) {
    CALL db.index.fulltext.queryNodes(index, $query) YIELD node, score
    WHERE id(node) IN inside
    RETURN node, score LIMIT $limit
  }
  RETURN node, score
}
WITH node, max(score) AS score ORDER BY score DESC, node.id LIMIT $limit
RETURN collect(node.id) AS ids, collect(score) AS scores

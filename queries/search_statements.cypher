// purpose: the plain statements whose lines match a query best by the full-text index, of all or of some documents
// params: $query: string - full-text query, $documents: list<string> or null - ids of the only documents to look in, each once; null: all, $limit: integer
// returns: id: string, subject: string, relation: string, object: string, qualifiers: list<[relation, value]>, passage_id: string (one that states it), start: integer, end: integer, polarity: string, modality: string, attribution: string or null (who says so there), text: string, score: float; best first
CALL () {
  UNWIND CASE WHEN $documents IS NULL THEN [0] ELSE [] END AS everywhere
  CALL db.index.fulltext.queryNodes('kgplatform_statement_text', $query) YIELD node, score
  WHERE node.isPlain
  RETURN node AS s, score LIMIT $limit
  UNION ALL
  UNWIND $documents AS id
  MATCH (:__KGPlatformDocument__ {id: id})<-[:PART_OF]-(:__KGPlatformPassage__)<-[:STATED_IN]-(inner:__KGPlatformStatement__)
  WITH collect(DISTINCT id(inner)) AS inside WHERE size(inside) > 0
  CALL db.index.fulltext.queryNodes('kgplatform_statement_text', $query) YIELD node, score
  WHERE node.isPlain AND id(node) IN inside
  RETURN node AS s, score LIMIT $limit
}
WITH s, score ORDER BY score DESC, s.id
MATCH (s)-[:SUBJECT]->(subject:__KGPlatformEntity__|__KGPlatformPhrase__)
MATCH (s)-[:OBJECT]->(object:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
CALL (s) {
  MATCH (s)-[stated:STATED_IN]->(p:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__)
  WHERE $documents IS NULL OR d.id IN $documents
  RETURN p, stated ORDER BY p.id, stated.start LIMIT 1
}
RETURN s.id AS id, subject.name AS subject, s.relation AS relation,
       coalesce(object.name, object.value) AS object,
       [(s)-[q:QUALIFIER]->(t:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__) | [q.relation, coalesce(t.name, t.value)]] AS qualifiers,
       p.id AS passage_id, stated.start AS start, stated.end AS end, s.polarity AS polarity, s.modality AS modality,
       stated.attribution AS attribution, s.text AS text, score
ORDER BY score DESC, id

// purpose: the passages about some entities: those of documents about them, then those that name them; the most like a question first
// params: $entities: list<string> - ids, $documents: list<string> or null - ids of the only documents; null: all, $vector: list<float> - of the question, $compared: integer - most passages of a thing that are compared, $limit: integer
// returns: id: string
UNWIND $entities AS id
MATCH (thing:__KGPlatformEntity__ {id: id})
UNWIND [thing] + CASE WHEN thing:Resolved THEN COLLECT { MATCH (thing) ((:__KGPlatformEntity__)-[:SAME_AS]-(:__KGPlatformEntity__)){1,2} (other:__KGPlatformEntity__) RETURN other } ELSE [] END AS e
CALL (e) {
  MATCH (e)<-[:ABOUT]-(d:__KGPlatformDocument__)<-[:PART_OF]-(p:__KGPlatformPassage__) WHERE $documents IS NULL OR d.id IN $documents
  RETURN p, 0 AS distance LIMIT $compared
  UNION ALL
  MATCH (e)<-[:MENTIONS]-(p:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__) WHERE $documents IS NULL OR d.id IN $documents
  RETURN p, 1 AS distance LIMIT $compared
}
WITH p, min(distance) AS distance
WITH p, distance, coalesce(vector.similarity.cosine(head([(p)-[:HAS_EMBEDDING]->(v:__KGPlatformPassageEmbedding__) | v.vector]), $vector), 0.0) AS likeness
RETURN p.id AS id ORDER BY distance, likeness DESC, id LIMIT $limit

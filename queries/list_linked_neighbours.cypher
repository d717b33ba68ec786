// purpose: the neighbours of several passages by SIMILAR edges of one method, those of each nearest first to what is sought from it (KGP's graphs of links)
// params: $ids: list<string> - passage ids, $aims: list<vector> - what is sought from each, $method: string - keyword, embedding or entity, $documents: list<string> or null - ids of the only documents to look in; null: all, $limit: integer - most neighbours of each
// returns: place: integer (in $ids), ids: list<string>, cosines: list<float> (-1..1)
UNWIND range(0, size($ids) - 1) AS place
MATCH (p:__KGPlatformPassage__ {id: $ids[place]})
CALL (p, place) {
  MATCH (p)-[s:SIMILAR]-(n:__KGPlatformPassage__)-[:HAS_EMBEDDING]->(v:__KGPlatformPassageEmbedding__)
  WHERE s.method = $method
    AND ($documents IS NULL OR EXISTS { (n)-[:PART_OF]->(d:__KGPlatformDocument__) WHERE d.id IN $documents })
  WITH n, 2 * vector.similarity.cosine(v.vector, $aims[place]) - 1 AS cosine
  ORDER BY cosine DESC, n.id LIMIT $limit
  RETURN collect(n.id) AS ids, collect(cosine) AS cosines
}
RETURN place, ids, cosines ORDER BY place

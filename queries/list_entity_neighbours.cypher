// purpose: the neighbours of several passages by entities that both name or are about, those of each nearest first to what is sought from it; names that resolution joined are one entity, and an entity that many name leads nowhere (KGP's entity graph)
// params: $ids: list<string> - passage ids, $aims: list<vector> - what is sought from each, $max_degree: integer - things named more often are not followed to passages that name them, only to those about them, $documents: list<string> or null - ids of the only documents to look in; null: all, $limit: integer - most neighbours of each
// returns: place: integer (in $ids), ids: list<string>, cosines: list<float> (-1..1)
// Degrees are read from what Neo4j keeps of each node, a hundred times faster than by looking at the other
// ends, where all such relationships of the database are ours; else only ours are counted.
CALL () { MATCH ()-[m:MENTIONS]->() RETURN count(m) AS every_mention }
CALL () { MATCH (:__KGPlatformPassage__)-[m:MENTIONS]->() RETURN count(m) AS our_mentions }
WITH every_mention > our_mentions AS shared
UNWIND range(0, size($ids) - 1) AS place
MATCH (p:__KGPlatformPassage__ {id: $ids[place]})
CALL (p) {
  MATCH (p)-[:MENTIONS]->(e:__KGPlatformEntity__) RETURN e
  UNION
  MATCH (p)-[:PART_OF]->(:__KGPlatformDocument__)-[:ABOUT]->(e:__KGPlatformEntity__) RETURN e
}
CALL (e) {
  RETURN e AS name
  UNION
  WITH e WHERE e:Resolved
  MATCH (e) ((:__KGPlatformEntity__)-[:SAME_AS]-(:__KGPlatformEntity__)){1,2} (name:__KGPlatformEntity__) RETURN name
}
WITH DISTINCT place, p, name, shared
CALL (name, shared) {
  MATCH (name)<-[:ABOUT]-(:__KGPlatformDocument__)<-[:PART_OF]-(n:__KGPlatformPassage__) RETURN n
  UNION
  WITH name, shared WHERE CASE WHEN shared THEN COUNT { (name)<-[:MENTIONS]-(:__KGPlatformPassage__) } ELSE COUNT { (name)<-[:MENTIONS]-() } END <= $max_degree
  MATCH (name)<-[:MENTIONS]-(n:__KGPlatformPassage__) RETURN n
}
WITH DISTINCT place, p, n
WHERE n <> p
  AND ($documents IS NULL OR EXISTS { (n)-[:PART_OF]->(d:__KGPlatformDocument__) WHERE d.id IN $documents })
MATCH (n)-[:HAS_EMBEDDING]->(v:__KGPlatformPassageEmbedding__)
WITH place, n, 2 * vector.similarity.cosine(v.vector, $aims[place]) - 1 AS cosine
ORDER BY place, cosine DESC, n.id
WITH place, collect(n.id) AS ids, collect(cosine) AS cosines
RETURN place, ids[..$limit] AS ids, cosines[..$limit] AS cosines ORDER BY place

// purpose: tie relations that are near in meaning, in place of those tied before
// params: $rows: list<[name, name, score]> - score is the cosine of their vectors, $signature: string - of the relations that were compared
// returns: links: integer
CALL () {
  MATCH (:__KGPlatformRelationType__)-[former:SIMILAR_TO]->(:__KGPlatformRelationType__)
  DELETE former
}
MERGE (c:__KGPlatformConfiguration__ {id: 'near relations'})
ON CREATE SET c:Configuration
SET c.signature = $signature
WITH 1 AS one
UNWIND $rows AS r
MATCH (a:__KGPlatformRelationType__ {name: r[0]})
MATCH (b:__KGPlatformRelationType__ {name: r[1]})
MERGE (a)-[near:SIMILAR_TO]->(b)
SET near.score = r[2]
RETURN count(*) AS links

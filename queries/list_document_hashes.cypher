// purpose: tell which of some documents are in the graph, whole, and made from which content
// params: $ids: list<string> - document ids
// returns: id: string, sha256: string or null (null: half-written), extractor: string or null (null: not read to its end, or with passages that a model could not read)
UNWIND $ids AS id
MATCH (d:__KGPlatformDocument__ {id: id})
RETURN d.id AS id, d.sha256 AS sha256,
       CASE
         WHEN d.extractor STARTS WITH 'llm:'
           AND EXISTS { (d)<-[:PART_OF]-(p:__KGPlatformPassage__) WHERE p.extractionFailure IS NOT NULL }
         THEN null ELSE d.extractor
       END AS extractor

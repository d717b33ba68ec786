// purpose: from which bytes of their files some documents were made, and by which extractor
// params: $ids: list<string> - document ids
// returns: id: string, title: string, file_hash: string, extractor: string or null (null: with passages that a model could not read); whole documents only
UNWIND $ids AS id
MATCH (d:__KGPlatformDocument__ {id: id})
WHERE d.sha256 IS NOT NULL AND d.fileHash IS NOT NULL
RETURN d.id AS id, d.title AS title, d.fileHash AS file_hash,
       CASE
         WHEN d.extractor STARTS WITH 'llm:'
           AND EXISTS { (d)<-[:PART_OF]-(p:__KGPlatformPassage__) WHERE p.extractionFailure IS NOT NULL }
         THEN null ELSE d.extractor
       END AS extractor

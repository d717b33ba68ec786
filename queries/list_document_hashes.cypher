// purpose: which of some documents are in the graph, whole, and made from which content
// params: $ids: list<string> - document ids
// returns: id: string, uri: string, copies: list<string> (further paths), sha256: string or null (null: half-written), content_hash: string ('' unknown), extractor: string or null (null: not read to its end, or with passages that a model could not read)
UNWIND $ids AS id
MATCH (d:__KGPlatformDocument__ {id: id})
RETURN d.id AS id, d.uri AS uri, coalesce(d.copies, []) AS copies, d.sha256 AS sha256,
       coalesce(d.contentHash, '') AS content_hash,
       CASE
         WHEN d.extractor STARTS WITH 'llm:'
           AND EXISTS { (d)<-[:PART_OF]-(p:__KGPlatformPassage__) WHERE p.extractionFailure IS NOT NULL }
         THEN null ELSE d.extractor
       END AS extractor

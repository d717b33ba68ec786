// purpose: which files a whole document of the graph was made from, byte for byte
// params: $files: list<[uri, fileHash]> - one a file
// returns: uri: string, id: string, title: string, unread: list<string> (what of the file was left out), language: string, extractor: string or null (null: with passages that a model could not read)
UNWIND $files AS f
MATCH (d:__KGPlatformDocument__ {fileHash: f[1]})
WHERE d.sha256 IS NOT NULL AND (d.uri = f[0] OR f[0] IN d.copies)
RETURN f[0] AS uri, d.id AS id, d.title AS title, coalesce(d.unread, []) AS unread,
       coalesce(d.language, 'en') AS language,
       CASE
         WHEN d.extractor STARTS WITH 'llm:'
           AND EXISTS { (d)<-[:PART_OF]-(p:__KGPlatformPassage__) WHERE p.extractionFailure IS NOT NULL }
         THEN null ELSE d.extractor
       END AS extractor

// purpose: from which bytes of their files some documents were made, and by which extractor
// params: $ids: list<string> - document ids
// returns: id: string, title: string, file_hash: string, extractor: string (whole documents only)
UNWIND $ids AS id
MATCH (d:__KGPlatformDocument__ {id: id})
WHERE d.sha256 IS NOT NULL AND d.fileHash IS NOT NULL
RETURN d.id AS id, d.title AS title, d.fileHash AS file_hash, d.extractor AS extractor

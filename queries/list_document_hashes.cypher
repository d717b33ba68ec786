// purpose: tell which of some documents are in the graph, whole, and made from which content
// params: $ids: list<string> - document ids
// returns: id: string, sha256: string or null (null: half-written), extractor: string or null
UNWIND $ids AS id
MATCH (d:__KGPlatformDocument__ {id: id})
RETURN d.id AS id, d.sha256 AS sha256, d.extractor AS extractor

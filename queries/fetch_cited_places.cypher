// purpose: where some passages stand, for citations that outlive their documents
// params: $ids: list<string> - passage ids
// returns: id: string, start: integer - in the document's text, sha256: string - of the document
UNWIND $ids AS id
MATCH (p:__KGPlatformPassage__ {id: id})-[:PART_OF]->(d:__KGPlatformDocument__)
RETURN p.id AS id, p.start AS start, d.sha256 AS sha256

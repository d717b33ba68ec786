// purpose: which of some passages are of texts, and not lines of facts that were given as such
// params: $ids: list<string> - passage ids, $facts: string - how media types of facts begin
// returns: id: string
UNWIND $ids AS id
MATCH (p:__KGPlatformPassage__ {id: id})-[:PART_OF]->(d:__KGPlatformDocument__)
WHERE NOT coalesce(d.mediaType, '') STARTS WITH $facts
RETURN p.id AS id

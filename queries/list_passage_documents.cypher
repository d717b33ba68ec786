// purpose: which documents passages are part of, in the order asked for
// params: $ids: list<string> - passage ids
// returns: id: string, document_id: string
UNWIND range(0, size($ids) - 1) AS i
MATCH (p:__KGPlatformPassage__ {id: $ids[i]})-[:PART_OF]->(d:__KGPlatformDocument__)
RETURN p.id AS id, d.id AS document_id
ORDER BY i

// purpose: chain the passages of a document in reading order
// params: $rows: list<[passageId, nextPassageId]> - one a neighbouring pair
// returns: links: integer
UNWIND $rows AS r
MATCH (p:__KGPlatformPassage__ {id: r[0]})
MATCH (n:__KGPlatformPassage__ {id: r[1]})
MERGE (p)-[:NEXT]->(n)
RETURN count(*) AS links

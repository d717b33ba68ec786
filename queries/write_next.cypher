// purpose: chain the passages of a document in reading order
// params: $rows: list<[passageId, nextPassageId]> - one a neighbouring pair
// returns: links: integer
UNWIND $rows AS r
MATCH (p:Passage {id: r[0]})
MATCH (n:Passage {id: r[1]})
MERGE (p)-[:NEXT]->(n)
RETURN count(*) AS links

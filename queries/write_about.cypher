// purpose: tie a document to the entity that its title names
// params: $rows: list<[documentId, entityId]> - one a titled document
// returns: links: integer
UNWIND $rows AS r
MATCH (d:__KGPlatformDocument__ {id: r[0]})
MATCH (e:__KGPlatformEntity__ {id: r[1]})
MERGE (d)-[:ABOUT]->(e)
RETURN count(*) AS links

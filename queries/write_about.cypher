// purpose: tie a document to the entity that its title names
// params: $rows: list<[documentId, entityId]> - one a titled document
// returns: links: integer
UNWIND $rows AS r
MATCH (d:Document {id: r[0]})
MATCH (e:Entity {id: r[1]})
MERGE (d)-[:ABOUT]->(e)
RETURN count(*) AS links

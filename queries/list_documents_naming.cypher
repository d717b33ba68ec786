// purpose: which of some documents name an entity
// params: $id: string - entity id, $documents: list<string> - ids
// returns: id: string
UNWIND $documents AS document
MATCH (d:Document {id: document})
WHERE EXISTS { (d)<-[:PART_OF]-()-[:MENTIONS]->(:Entity {id: $id}) }
   OR EXISTS { (d)-[:ABOUT]->(:Entity {id: $id}) }
RETURN DISTINCT d.id AS id

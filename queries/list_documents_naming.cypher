// purpose: which of some documents name an entity
// params: $id: string - entity id, $documents: list<string> - ids
// returns: id: string
UNWIND $documents AS document
MATCH (d:__KGPlatformDocument__ {id: document})
WHERE EXISTS { (d)<-[:PART_OF]-(:__KGPlatformPassage__)-[:MENTIONS]->(:__KGPlatformEntity__ {id: $id}) }
   OR EXISTS { (d)-[:ABOUT]->(:__KGPlatformEntity__ {id: $id}) }
RETURN DISTINCT d.id AS id

// purpose: give entities the type that most of their mentions show; Thing counts only where nothing else does
// params: $document_ids: list<string> - entities that these mention, $entity_ids: list<string> - and these
// returns: entities: integer (whose type changed)
CALL () {
  UNWIND $document_ids AS id
  MATCH (:__KGPlatformDocument__ {id: id})<-[:PART_OF]-(:__KGPlatformPassage__)-[:MENTIONS]->(e:__KGPlatformEntity__)
  RETURN e
  UNION
  UNWIND $entity_ids AS id
  MATCH (e:__KGPlatformEntity__ {id: id})
  RETURN e
}
CALL (e) {
  MATCH (e)<-[m:MENTIONS]-(:__KGPlatformPassage__)
  WHERE m.type <> 'Thing'
  WITH m.type AS type, count(*) AS votes
  ORDER BY votes DESC, type
  RETURN collect(type) AS types
}
WITH e, coalesce(types[0], 'Thing') AS type
WHERE type <> e.type
REMOVE e:$(e.type)
SET e.type = type, e:$(type)
RETURN count(*) AS entities

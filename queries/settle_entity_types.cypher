// purpose: give entities the type that most of their mentions show; Thing counts only where nothing else does
// params: $document_ids: list<string> - entities that these mention, $entity_ids: list<string> - and these
// returns: entities: integer (whose type changed)
CALL () {
  UNWIND $document_ids AS id
  MATCH (:Document {id: id})<-[:PART_OF]-(:Passage)-[:MENTIONS]->(e:Entity)
  RETURN e
  UNION
  UNWIND $entity_ids AS id
  MATCH (e:Entity {id: id})
  RETURN e
}
CALL (e) {
  MATCH (e)<-[m:MENTIONS]-()
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

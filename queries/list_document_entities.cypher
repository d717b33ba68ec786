// purpose: the entities that a document names, the most named first; names that were joined are one entity
// params: $id: string - document id, $limit: integer - most entities
// returns: id: string, name: string, type: string, mentions: integer - in this document
MATCH (:__KGPlatformDocument__ {id: $id})<-[:PART_OF]-(:__KGPlatformPassage__)-[:MENTIONS]->(named:__KGPlatformEntity__)
WITH coalesce(head([(named)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), named) AS e, count(*) AS mentions
RETURN e.id AS id, e.name AS name, e.type AS type, mentions
ORDER BY mentions DESC, name, id LIMIT $limit

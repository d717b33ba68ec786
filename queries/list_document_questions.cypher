// purpose: the questions whose answers cite a document, the latest first
// params: $id: string - document id, $limit: integer - most questions
// returns: id: string, text: string, answer: string, abstained: boolean, asked_at: datetime
MATCH (:__KGPlatformDocument__ {id: $id})<-[:PART_OF]-(:__KGPlatformPassage__)<-[:CITES]-(q:__KGPlatformQuestion__)
WITH DISTINCT q ORDER BY q.askedAt DESC, q.id LIMIT $limit
RETURN q.id AS id, q.text AS text, q.answer AS answer, q.abstained AS abstained, q.askedAt AS asked_at
ORDER BY asked_at DESC, id

// purpose: the questions that were asked, the latest first
// params: $words: string or null - in the question or its answer, in any case; null: all, $conversation: string or null - id of the one that they are part of; null: all, $skip: integer, $limit: integer - most rows
// params: $documents: list<string> or null - ids of those of which an answer has to quote one; null: all answers
// returns: id: string, text: string, name: string - its text where nobody named it, understood: string - what it was taken to ask, answer: string, abstained: boolean, method: string, reader: string, asked_at: datetime, tokens: integer, citations: integer, conversation: string or null - id
MATCH (q:__KGPlatformQuestion__)
WHERE ($words IS NULL OR toLower(q.text + ' ' + q.answer) CONTAINS toLower($words))
  AND ($conversation IS NULL OR q.conversation = $conversation)
  AND ($documents IS NULL OR EXISTS {
    (q)-[:CITES]->(:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__) WHERE d.id IN $documents
  })
WITH q ORDER BY q.askedAt DESC, q.id SKIP $skip LIMIT $limit
RETURN q.id AS id, q.text AS text, coalesce(q.name, q.text) AS name,
       coalesce(q.understood, q.text) AS understood, q.answer AS answer,
       q.abstained AS abstained, q.method AS method, q.reader AS reader, q.askedAt AS asked_at,
       q.tokens AS tokens, size(coalesce(q.citations, [])) AS citations, q.conversation AS conversation
ORDER BY asked_at DESC, id

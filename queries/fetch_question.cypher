// purpose: one asked question with its answer and what it quoted
// params: $id: string - question id
// returns: id: string, text: string, name: string - its text where nobody named it, understood: string - what it was taken to ask, answer: string, abstained: boolean, method: string, reader: string, asked_at: datetime, tokens: integer, citations: list<string> (each as JSON), conversation: string or null - id
MATCH (q:__KGPlatformQuestion__ {id: $id})
RETURN q.id AS id, q.text AS text, coalesce(q.name, q.text) AS name,
       coalesce(q.understood, q.text) AS understood, q.answer AS answer,
       q.abstained AS abstained, q.method AS method, q.reader AS reader, q.askedAt AS asked_at,
       q.tokens AS tokens, coalesce(q.citations, []) AS citations, q.conversation AS conversation

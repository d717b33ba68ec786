// purpose: the recorded questions, the latest first, with what is needed to ask each again
// params: $run: string or null - id of an ingest run: only what was asked before it began; null: all
// returns: id: string, question: string - as it was understood, method: string, reader: string, answer: string, abstained: boolean, citations: list<string> (each as JSON), details: string or null - how it was asked, as JSON
OPTIONAL MATCH (r:__KGPlatformIngestRun__ {id: $run})
WITH r.startedAt AS began
MATCH (q:__KGPlatformQuestion__)
WHERE $run IS NULL OR q.askedAt < began
WITH q ORDER BY q.askedAt DESC, q.id
RETURN q.id AS id, coalesce(q.understood, q.text) AS question, q.method AS method,
       q.reader AS reader, q.answer AS answer, q.abstained AS abstained,
       coalesce(q.citations, []) AS citations, q.details AS details

// purpose: the latest asking of each question by each method, to be asked again
// params: $run: string or null - id of an ingest run: only what was asked before it began; null: all
// returns: id: string, question: string - as it was understood, method: string, reader: string, answer: string, abstained: boolean, asked_at: datetime, citations: list<string> (each as JSON)
OPTIONAL MATCH (r:__KGPlatformIngestRun__ {id: $run})
WITH r.startedAt AS began
MATCH (q:__KGPlatformQuestion__)
WHERE $run IS NULL OR q.askedAt < began
WITH q ORDER BY q.askedAt DESC, q.id
WITH coalesce(q.understood, q.text) AS question, q.method AS method, head(collect(q)) AS q
RETURN q.id AS id, question, method, q.reader AS reader, q.answer AS answer,
       q.abstained AS abstained, q.askedAt AS asked_at, coalesce(q.citations, []) AS citations
ORDER BY asked_at, id

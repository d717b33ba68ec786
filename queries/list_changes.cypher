// purpose: list what was done to the graph between two days: documents read, ingests, decisions of people, questions; the latest first
// group: Work
// params: $from: string = "0001-01-01" - the first day, as 2026-05-01
// params: $to: string = "9999-12-31" - the last day
// params: $limit: integer = 100 - most rows
// returns: at: datetime, what: string, id: string, name: string, detail: string
WITH datetime($from) AS first, datetime($to) + duration('P1D') AS end
CALL (first, end) {
  MATCH (d:__KGPlatformDocument__) WHERE first <= d.ingestedAt < end
  RETURN d.ingestedAt AS at, 'document' AS what, d.id AS id, d.title AS name, d.uri AS detail
  UNION ALL
  MATCH (r:__KGPlatformIngestRun__) WHERE first <= r.startedAt < end
  RETURN r.startedAt AS at, 'ingest' AS what, r.id AS id, r.job AS name, r.state AS detail
  UNION ALL
  MATCH (d:__KGPlatformDecision__) WHERE first <= d.decidedAt < end
  RETURN d.decidedAt AS at, 'decision' AS what, d.id AS id, d.kind AS name, coalesce(d.value, '') AS detail
  UNION ALL
  MATCH (q:__KGPlatformQuestion__) WHERE first <= q.askedAt < end
  RETURN q.askedAt AS at, 'question' AS what, q.id AS id, coalesce(q.name, q.text) AS name, q.answer AS detail
}
RETURN at, what, id, name, detail ORDER BY at DESC, what, id LIMIT $limit

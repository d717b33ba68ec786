// purpose: list the latest ingest runs, newest first
// group: Work
// params: $limit: integer = 50 - most runs to list
// returns: id: string, job: string, state: string, started_at: datetime, seconds: float
// returns: passages: integer, statements: integer, rows: integer, failed: integer (documents), errors: list<string> - what went wrong
MATCH (r:__KGPlatformIngestRun__)
RETURN r.id AS id, r.job AS job, r.state AS state, r.startedAt AS started_at,
       duration.inSeconds(r.startedAt, coalesce(r.finishedAt, r.updatedAt, r.startedAt)).milliseconds / 1000.0 AS seconds,
       r.passages AS passages, r.statements AS statements, r.rows AS rows, r.failed AS failed,
       r.errors AS errors
ORDER BY started_at DESC
LIMIT $limit

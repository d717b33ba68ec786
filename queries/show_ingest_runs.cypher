// purpose: list the latest ingest runs, newest first
// params: $limit: integer - most runs to list
// returns: id: string, job: string, state: string, started_at: datetime, seconds: float
// returns: counts: string - what was written, errors: string - what went wrong
MATCH (r:IngestRun)
RETURN r.id AS id, r.job AS job, r.state AS state, r.startedAt AS started_at,
       duration.inSeconds(r.startedAt, coalesce(r.finishedAt, datetime())).milliseconds / 1000.0 AS seconds,
       r.counts AS counts, r.errors AS errors
ORDER BY started_at DESC
LIMIT $limit

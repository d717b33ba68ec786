// purpose: record how an ingest run ended
// params: $id: string - run id, $state: string - done or failed, $finished_at: string - ISO 8601, $counts: string - JSON, $errors: list<string> - one a file or line that was skipped
// returns: id: string
MATCH (r:IngestRun {id: $id})
SET r.state = $state, r.finishedAt = datetime($finished_at), r.counts = $counts, r.errors = $errors
RETURN r.id AS id

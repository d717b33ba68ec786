// purpose: record how far an ingest run is, or how it ended; counts become properties of the run
// params: $id: string - run id, $state: string - running, done or failed, $at: string - ISO 8601, $counts: map - numbers by name, $errors: list<string> - one a file or line that was skipped
// returns: id: string
MATCH (r:__KGPlatformIngestRun__ {id: $id})
SET r.state = $state, r.errors = $errors, r += $counts,
    r.finishedAt = CASE WHEN $state = 'running' THEN null ELSE datetime($at) END,
    r.updatedAt = datetime($at)
RETURN r.id AS id

// purpose: find an ingest run by its id, or the latest
// params: $id: string - or 'latest'
// returns: id: string, started_at: datetime
MATCH (r:__KGPlatformIngestRun__) WHERE r.id = $id OR $id = 'latest'
RETURN r.id AS id, r.startedAt AS started_at
ORDER BY r.startedAt DESC LIMIT 1

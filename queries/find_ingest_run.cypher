// purpose: find an ingest run by its id
// params: $id: string
// returns: id: string, started_at: datetime
MATCH (r:__KGPlatformIngestRun__ {id: $id})
RETURN r.id AS id, r.startedAt AS started_at

// purpose: record that an ingest run started; a run that was killed before is marked as interrupted
// params: $id: string - run id, $job: string - what was asked for, $started_at: string - ISO 8601
// returns: id: string, interrupted: integer (runs that were cut off since the last whole one)
OPTIONAL MATCH (old:__KGPlatformIngestRun__)
WHERE old.state IN ['running', 'interrupted', 'failed'] AND NOT coalesce(old.cleaned, false)
WITH collect(old) AS cut
FOREACH (old IN cut | SET old.state = CASE old.state WHEN 'running' THEN 'interrupted' ELSE old.state END)
MERGE (r:__KGPlatformIngestRun__ {id: $id})
ON CREATE SET r:IngestRun
SET r.job = $job, r.state = 'running', r.startedAt = datetime($started_at)
RETURN r.id AS id, size(cut) AS interrupted

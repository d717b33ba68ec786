// purpose: forget the ingest runs of a job
// params: $job: string - the job's name, or its paths
// returns: runs: integer (removed)
MATCH (r:__KGPlatformIngestRun__ {job: $job})
DETACH DELETE r
RETURN count(*) AS runs

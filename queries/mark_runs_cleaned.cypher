// purpose: note that what the runs cut off before left behind was removed
// params: none
// returns: runs: integer
MATCH (r:__KGPlatformIngestRun__)
WHERE r.state IN ['interrupted', 'failed'] AND NOT coalesce(r.cleaned, false)
SET r.cleaned = true
RETURN count(r) AS runs

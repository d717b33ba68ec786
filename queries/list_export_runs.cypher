// purpose: the documents that an ingest run wrote and that are as it wrote them
// params: $run: string - id, or 'latest'
// returns: kind: string, ids: list<string>; the run first
MATCH (r:__KGPlatformIngestRun__) WHERE r.id = $run OR $run = 'latest'
WITH r ORDER BY r.startedAt DESC LIMIT 1
CALL (r) {
  RETURN 'IngestRun' AS kind, [r.id] AS ids
  UNION ALL
  MATCH (d:__KGPlatformDocument__)
  WHERE d.ingestedAt >= r.startedAt AND d.ingestedAt <= coalesce(r.finishedAt, r.updatedAt)
  RETURN 'Document' AS kind, collect(d.id) AS ids
}
RETURN kind, ids

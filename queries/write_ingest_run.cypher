// purpose: record that an ingest run started; a run that was killed before is marked as interrupted
// params: $id: string - run id, $job: string - what was asked for, $started_at: string - ISO 8601
// returns: id: string
CALL () {
  MATCH (old:IngestRun {state: 'running'})
  SET old.state = 'interrupted'
}
MERGE (r:IngestRun {id: $id})
SET r.job = $job, r.state = 'running', r.startedAt = datetime($started_at)
RETURN r.id AS id

// Facts that a model claimed and their passage does not show are kept apart from statements.
// Ingest runs are looked for by when they began.

CREATE CONSTRAINT unproven_fact_id IF NOT EXISTS FOR (f:UnprovenFact) REQUIRE f.id IS UNIQUE;
CREATE RANGE INDEX ingest_run_started_at IF NOT EXISTS FOR (r:IngestRun) ON (r.startedAt);

// Look-ups by value.

CREATE RANGE INDEX entity_normalized_name IF NOT EXISTS FOR (e:Entity) ON (e.normalizedName);
CREATE RANGE INDEX document_uri IF NOT EXISTS FOR (d:Document) ON (d.uri);
CREATE RANGE INDEX statement_relation IF NOT EXISTS FOR (s:Statement) ON (s.relation);
CREATE RANGE INDEX question_asked_at IF NOT EXISTS FOR (q:Question) ON (q.askedAt);
CREATE RANGE INDEX ingest_run_state IF NOT EXISTS FOR (r:IngestRun) ON (r.state);

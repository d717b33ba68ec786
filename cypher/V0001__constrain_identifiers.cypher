// Every id is unique; what a later version will write is constrained from the start.
// A statement that has run already changes nothing, so the file may be begun again after a crash.

CREATE CONSTRAINT migration_version IF NOT EXISTS FOR (m:Migration) REQUIRE m.version IS UNIQUE;
CREATE CONSTRAINT configuration_id IF NOT EXISTS FOR (c:Configuration) REQUIRE c.id IS UNIQUE;

CREATE CONSTRAINT document_id IF NOT EXISTS FOR (d:Document) REQUIRE d.id IS UNIQUE;
CREATE CONSTRAINT page_id IF NOT EXISTS FOR (p:Page) REQUIRE p.id IS UNIQUE;
CREATE CONSTRAINT section_id IF NOT EXISTS FOR (s:Section) REQUIRE s.id IS UNIQUE;
CREATE CONSTRAINT table_id IF NOT EXISTS FOR (t:Table) REQUIRE t.id IS UNIQUE;
CREATE CONSTRAINT passage_id IF NOT EXISTS FOR (p:Passage) REQUIRE p.id IS UNIQUE;

CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (e:Entity) REQUIRE e.id IS UNIQUE;
CREATE CONSTRAINT literal_id IF NOT EXISTS FOR (l:Literal) REQUIRE l.id IS UNIQUE;
CREATE CONSTRAINT statement_id IF NOT EXISTS FOR (s:Statement) REQUIRE s.id IS UNIQUE;

CREATE CONSTRAINT entity_type_name IF NOT EXISTS FOR (t:EntityType) REQUIRE t.name IS UNIQUE;
CREATE CONSTRAINT relation_type_name IF NOT EXISTS FOR (t:RelationType) REQUIRE t.name IS UNIQUE;

CREATE CONSTRAINT question_id IF NOT EXISTS FOR (q:Question) REQUIRE q.id IS UNIQUE;
CREATE CONSTRAINT ingest_run_id IF NOT EXISTS FOR (r:IngestRun) REQUIRE r.id IS UNIQUE;

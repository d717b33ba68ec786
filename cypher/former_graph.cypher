// A graph of a kgplatform before own labels gets them, and loses the constraints and indexes that
// stood on names which others use too. Run only where the records of that kgplatform are found, and
// only over nodes that have its ids (24 hexadecimal digits) and what every node of the kind has: the
// database may hold nodes of others under the same names. Statements that ran already change nothing.
// params: none

MATCH (n:Document) WHERE n.id =~ '[0-9a-f]{24}' AND n.uri IS NOT NULL AND NOT n:__KGPlatformDocument__
CALL (n) { SET n:__KGPlatformDocument__ } IN TRANSACTIONS OF 10000 ROWS;

MATCH (n:Page) WHERE n.id =~ '[0-9a-f]{24}' AND n.number IS NOT NULL AND NOT n:__KGPlatformPage__
CALL (n) { SET n:__KGPlatformPage__ } IN TRANSACTIONS OF 10000 ROWS;

MATCH (n:Section) WHERE n.id =~ '[0-9a-f]{24}' AND n.level IS NOT NULL AND NOT n:__KGPlatformSection__
CALL (n) { SET n:__KGPlatformSection__ } IN TRANSACTIONS OF 10000 ROWS;

MATCH (n:Table) WHERE n.id =~ '[0-9a-f]{24}' AND n.index IS NOT NULL AND NOT n:__KGPlatformTable__
CALL (n) { SET n:__KGPlatformTable__ } IN TRANSACTIONS OF 10000 ROWS;

MATCH (n:Passage) WHERE n.id =~ '[0-9a-f]{24}' AND n.index IS NOT NULL AND n.text IS NOT NULL AND NOT n:__KGPlatformPassage__
CALL (n) { SET n:__KGPlatformPassage__ } IN TRANSACTIONS OF 10000 ROWS;

MATCH (n:Entity) WHERE n.id =~ '[0-9a-f]{24}' AND n.normalizedName IS NOT NULL AND NOT n:__KGPlatformEntity__
CALL (n) { SET n:__KGPlatformEntity__ } IN TRANSACTIONS OF 10000 ROWS;

MATCH (n:Literal) WHERE n.id =~ '[0-9a-f]{24}' AND n.datatype IS NOT NULL AND NOT n:__KGPlatformLiteral__
CALL (n) { SET n:__KGPlatformLiteral__ } IN TRANSACTIONS OF 10000 ROWS;

MATCH (n:Statement) WHERE n.id =~ '[0-9a-f]{24}' AND n.relation IS NOT NULL AND NOT n:__KGPlatformStatement__
CALL (n) { SET n:__KGPlatformStatement__ } IN TRANSACTIONS OF 10000 ROWS;

MATCH (n:UnprovenFact) WHERE n.id =~ '[0-9a-f]{24}' AND n.reason IS NOT NULL AND NOT n:__KGPlatformUnprovenFact__
CALL (n) { SET n:__KGPlatformUnprovenFact__ } IN TRANSACTIONS OF 10000 ROWS;

MATCH (n:Decision) WHERE n.id =~ '[0-9a-f]{24}' AND n.kind IS NOT NULL AND NOT n:__KGPlatformDecision__
CALL (n) { SET n:__KGPlatformDecision__ } IN TRANSACTIONS OF 10000 ROWS;

MATCH (n:Question) WHERE n.id =~ '[0-9a-f]{24}' AND n.askedAt IS NOT NULL AND NOT n:__KGPlatformQuestion__
CALL (n) { SET n:__KGPlatformQuestion__ } IN TRANSACTIONS OF 10000 ROWS;

MATCH (n:IngestRun) WHERE n.id =~ '[0-9a-f]{24}' AND n.job IS NOT NULL AND NOT n:__KGPlatformIngestRun__
CALL (n) { SET n:__KGPlatformIngestRun__ } IN TRANSACTIONS OF 10000 ROWS;

MATCH (n:EntityType) WHERE n.count IS NOT NULL
SET n:__KGPlatformEntityType__;

MATCH (n:RelationType) WHERE n.count IS NOT NULL
SET n:__KGPlatformRelationType__;

MATCH (n:Configuration)
WHERE n.id IN ['embedding', 'derivation', 'schema'] OR n.id STARTS WITH 'links-'
SET n:__KGPlatformConfiguration__;

DROP CONSTRAINT migration_version IF EXISTS;
DROP CONSTRAINT configuration_id IF EXISTS;
DROP CONSTRAINT document_id IF EXISTS;
DROP CONSTRAINT page_id IF EXISTS;
DROP CONSTRAINT section_id IF EXISTS;
DROP CONSTRAINT table_id IF EXISTS;
DROP CONSTRAINT passage_id IF EXISTS;
DROP CONSTRAINT entity_id IF EXISTS;
DROP CONSTRAINT literal_id IF EXISTS;
DROP CONSTRAINT statement_id IF EXISTS;
DROP CONSTRAINT entity_type_name IF EXISTS;
DROP CONSTRAINT relation_type_name IF EXISTS;
DROP CONSTRAINT question_id IF EXISTS;
DROP CONSTRAINT ingest_run_id IF EXISTS;
DROP INDEX entity_normalized_name IF EXISTS;
DROP INDEX document_uri IF EXISTS;
DROP INDEX statement_relation IF EXISTS;
DROP INDEX question_asked_at IF EXISTS;
DROP INDEX ingest_run_state IF EXISTS;
DROP INDEX passage_text IF EXISTS;
DROP INDEX entity_names IF EXISTS;
DROP INDEX passage_embedding IF EXISTS;
DROP CONSTRAINT unproven_fact_id IF EXISTS;
DROP INDEX ingest_run_started_at IF EXISTS;
DROP CONSTRAINT decision_id IF EXISTS;
DROP INDEX entity_sense_of IF EXISTS;
DROP INDEX relation_type_embedding IF EXISTS;
DROP INDEX statement_text IF EXISTS;
DROP INDEX statement_embedding IF EXISTS;

// What the platform needs of a database that may not be its own. Each node has a kind that people
// read (Passage) and a label that nobody else has (__KGPlatformPassage__): constraints and indexes
// stand on the latter alone, so that nodes of others neither conflict with ours nor fill the first
// hits of a search. Names of constraints and indexes are one space a database, hence the prefix.
// A statement that has run already changes nothing, so the file may be begun again after a crash.
// params: $kinds: list<string> - labels that people read, $embedder: string - name of the embedder,
//         $dimension: integer - numbers in its vectors

// A node's labels come in the order in which a database first met them: the kind, which is what
// people read, before ours. Types of entities come last, and so have colours of their own in Neo4j
// Browser, where a label that is met later wins.
UNWIND $kinds AS kind CALL db.createLabel(kind);

CREATE CONSTRAINT kgplatform_migration_version IF NOT EXISTS FOR (m:__KGPlatformMigration__) REQUIRE m.version IS UNIQUE;
CREATE CONSTRAINT kgplatform_configuration_id IF NOT EXISTS FOR (c:__KGPlatformConfiguration__) REQUIRE c.id IS UNIQUE;

CREATE CONSTRAINT kgplatform_document_id IF NOT EXISTS FOR (d:__KGPlatformDocument__) REQUIRE d.id IS UNIQUE;
CREATE CONSTRAINT kgplatform_page_id IF NOT EXISTS FOR (p:__KGPlatformPage__) REQUIRE p.id IS UNIQUE;
CREATE CONSTRAINT kgplatform_section_id IF NOT EXISTS FOR (s:__KGPlatformSection__) REQUIRE s.id IS UNIQUE;
CREATE CONSTRAINT kgplatform_table_id IF NOT EXISTS FOR (t:__KGPlatformTable__) REQUIRE t.id IS UNIQUE;
CREATE CONSTRAINT kgplatform_passage_id IF NOT EXISTS FOR (p:__KGPlatformPassage__) REQUIRE p.id IS UNIQUE;

CREATE CONSTRAINT kgplatform_entity_id IF NOT EXISTS FOR (e:__KGPlatformEntity__) REQUIRE e.id IS UNIQUE;
CREATE CONSTRAINT kgplatform_literal_id IF NOT EXISTS FOR (l:__KGPlatformLiteral__) REQUIRE l.id IS UNIQUE;
CREATE CONSTRAINT kgplatform_statement_id IF NOT EXISTS FOR (s:__KGPlatformStatement__) REQUIRE s.id IS UNIQUE;
CREATE CONSTRAINT kgplatform_unproven_fact_id IF NOT EXISTS FOR (f:__KGPlatformUnprovenFact__) REQUIRE f.id IS UNIQUE;
CREATE CONSTRAINT kgplatform_decision_id IF NOT EXISTS FOR (d:__KGPlatformDecision__) REQUIRE d.id IS UNIQUE;

CREATE CONSTRAINT kgplatform_entity_type_name IF NOT EXISTS FOR (t:__KGPlatformEntityType__) REQUIRE t.name IS UNIQUE;
CREATE CONSTRAINT kgplatform_relation_type_name IF NOT EXISTS FOR (t:__KGPlatformRelationType__) REQUIRE t.name IS UNIQUE;

CREATE CONSTRAINT kgplatform_question_id IF NOT EXISTS FOR (q:__KGPlatformQuestion__) REQUIRE q.id IS UNIQUE;
CREATE CONSTRAINT kgplatform_ingest_run_id IF NOT EXISTS FOR (r:__KGPlatformIngestRun__) REQUIRE r.id IS UNIQUE;

// The first embedder owns the graph: vectors of two embedders cannot be compared. It is recorded
// before the vector indexes are made, so that a crash between the two leaves no index of a
// dimension that nobody knows the reason of.
MERGE (c:__KGPlatformConfiguration__ {id: 'embedding'})
ON CREATE SET c:Configuration, c.embedder = $embedder, c.dimension = $dimension;

// Look-ups by value.
CREATE RANGE INDEX kgplatform_entity_normalized_name IF NOT EXISTS FOR (e:__KGPlatformEntity__) ON (e.normalizedName);
CREATE RANGE INDEX kgplatform_entity_sense_of IF NOT EXISTS FOR (e:__KGPlatformEntity__) ON (e.senseOf);
CREATE RANGE INDEX kgplatform_document_uri IF NOT EXISTS FOR (d:__KGPlatformDocument__) ON (d.uri);
CREATE RANGE INDEX kgplatform_statement_relation IF NOT EXISTS FOR (s:__KGPlatformStatement__) ON (s.relation);
CREATE RANGE INDEX kgplatform_question_asked_at IF NOT EXISTS FOR (q:__KGPlatformQuestion__) ON (q.askedAt);
CREATE RANGE INDEX kgplatform_ingest_run_state IF NOT EXISTS FOR (r:__KGPlatformIngestRun__) ON (r.state);
CREATE RANGE INDEX kgplatform_ingest_run_started_at IF NOT EXISTS FOR (r:__KGPlatformIngestRun__) ON (r.startedAt);

// Search by words: passages with their headings, since what stands under "Refunds > Europe" need
// not repeat it; statements as lines "subject relation object", whose relation may also be asked
// in the text's own words ("was born in").
CREATE FULLTEXT INDEX kgplatform_passage_text IF NOT EXISTS FOR (p:__KGPlatformPassage__) ON EACH [p.title, p.heading, p.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};

CREATE FULLTEXT INDEX kgplatform_statement_text IF NOT EXISTS FOR (s:__KGPlatformStatement__) ON EACH [s.text, s.relation]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};

// Search by meaning. Quantization is off: at this size it saves nothing, and on Neo4j 5.26, which
// does not rescore, it costs three hundredths of the recall.
CREATE VECTOR INDEX kgplatform_passage_embedding IF NOT EXISTS FOR (p:__KGPlatformPassage__) ON (p.embedding)
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimension,
  `vector.similarity_function`: 'cosine',
  `vector.quantization.enabled`: false
}};

CREATE VECTOR INDEX kgplatform_relation_type_embedding IF NOT EXISTS FOR (r:__KGPlatformRelationType__) ON (r.embedding)
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimension,
  `vector.similarity_function`: 'cosine',
  `vector.quantization.enabled`: false
}};

CREATE VECTOR INDEX kgplatform_statement_embedding IF NOT EXISTS FOR (s:__KGPlatformStatement__) ON (s.embedding)
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimension,
  `vector.similarity_function`: 'cosine',
  `vector.quantization.enabled`: false
}};

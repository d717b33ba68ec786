// Vectors stand on nodes of their own: tools that draw graphs show nodes with all that they have, and
// hundreds of numbers are nothing to read. They move as they are; nothing is embedded again.
// params: $kinds: list<string> - labels that people read, $dimension: integer - numbers in a vector

UNWIND $kinds AS kind CALL db.createLabel(kind);

DROP INDEX kgplatform_passage_embedding IF EXISTS;
DROP INDEX kgplatform_relation_type_embedding IF EXISTS;
DROP INDEX kgplatform_statement_embedding IF EXISTS;

MATCH (n:__KGPlatformPassage__) WHERE n.embedding IS NOT NULL
CALL (n) {
  MERGE (n)-[:HAS_EMBEDDING]->(e:__KGPlatformPassageEmbedding__)
  ON CREATE SET e:PassageEmbedding, e.name = 'vector'
  WITH n, e
  CALL db.create.setNodeVectorProperty(e, 'vector', n.embedding)
  REMOVE n.embedding
} IN TRANSACTIONS OF 1000 ROWS;

MATCH (n:__KGPlatformRelationType__) WHERE n.embedding IS NOT NULL
CALL (n) {
  MERGE (n)-[:HAS_EMBEDDING]->(e:__KGPlatformRelationTypeEmbedding__)
  ON CREATE SET e:RelationTypeEmbedding, e.name = 'vector'
  WITH n, e
  CALL db.create.setNodeVectorProperty(e, 'vector', n.embedding)
  REMOVE n.embedding
} IN TRANSACTIONS OF 1000 ROWS;

MATCH (n:__KGPlatformStatement__) WHERE n.embedding IS NOT NULL
CALL (n) {
  MERGE (n)-[:HAS_EMBEDDING]->(e:__KGPlatformStatementEmbedding__)
  ON CREATE SET e:StatementEmbedding, e.name = 'vector'
  WITH n, e
  CALL db.create.setNodeVectorProperty(e, 'vector', n.embedding)
  REMOVE n.embedding
} IN TRANSACTIONS OF 1000 ROWS;

CREATE VECTOR INDEX kgplatform_passage_vector IF NOT EXISTS FOR (p:__KGPlatformPassageEmbedding__) ON (p.vector)
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimension,
  `vector.similarity_function`: 'cosine',
  `vector.quantization.enabled`: false
}};

CREATE VECTOR INDEX kgplatform_relation_type_vector IF NOT EXISTS FOR (r:__KGPlatformRelationTypeEmbedding__) ON (r.vector)
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimension,
  `vector.similarity_function`: 'cosine',
  `vector.quantization.enabled`: false
}};

CREATE VECTOR INDEX kgplatform_statement_vector IF NOT EXISTS FOR (s:__KGPlatformStatementEmbedding__) ON (s.vector)
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimension,
  `vector.similarity_function`: 'cosine',
  `vector.quantization.enabled`: false
}};

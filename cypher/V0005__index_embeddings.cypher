// Search by meaning. Quantization is off: at this size it saves nothing, and on Neo4j 5.26, which
// does not rescore, it costs three hundredths of the recall.
// params: $dimension: integer - numbers in a vector, from the embedder

CREATE VECTOR INDEX passage_embedding IF NOT EXISTS FOR (p:Passage) ON (p.embedding)
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimension,
  `vector.similarity_function`: 'cosine',
  `vector.quantization.enabled`: false
}};

// Relations of the auxiliary schema by meaning: which of them a question's words come closest to.
// params: $dimension: integer - numbers in a vector, from the embedder

CREATE VECTOR INDEX relation_type_embedding IF NOT EXISTS FOR (r:RelationType) ON (r.embedding)
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimension,
  `vector.similarity_function`: 'cosine',
  `vector.quantization.enabled`: false
}};

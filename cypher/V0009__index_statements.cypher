// Statements as lines "subject relation object", by words and, where they have a vector, by meaning.
// A line of a text may say its relation in the text's words ("was born in"), hence the relation too.
// params: $dimension: integer - numbers in a vector, from the embedder

CREATE FULLTEXT INDEX statement_text IF NOT EXISTS FOR (s:Statement) ON EACH [s.text, s.relation]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};

CREATE VECTOR INDEX statement_embedding IF NOT EXISTS FOR (s:Statement) ON (s.embedding)
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimension,
  `vector.similarity_function`: 'cosine',
  `vector.quantization.enabled`: false
}};

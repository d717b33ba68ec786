// purpose: plain statements that have no vector yet, a page of them; those of tables and fields are found by the vector of the passage that has the row, as a row is one text
// params: $limit: integer - most statements
// returns: id: string, text: string
MATCH (s:__KGPlatformStatement__) WHERE s.isPlain AND s.extractor <> 'structure' AND NOT EXISTS { (s)-[:HAS_EMBEDDING]->(:__KGPlatformStatementEmbedding__) }
RETURN s.id AS id, s.text AS text LIMIT $limit

// purpose: plain statements that have no vector yet, a page of them
// params: $limit: integer - most statements
// returns: id: string, text: string
MATCH (s:__KGPlatformStatement__) WHERE s.isPlain AND NOT EXISTS { (s)-[:HAS_EMBEDDING]->(:__KGPlatformStatementEmbedding__) }
RETURN s.id AS id, s.text AS text LIMIT $limit

// purpose: plain statements that have no vector yet, a page of them
// params: $limit: integer - most statements
// returns: id: string, text: string
MATCH (s:__KGPlatformStatement__) WHERE s.isPlain AND s.embedding IS NULL
RETURN s.id AS id, s.text AS text LIMIT $limit

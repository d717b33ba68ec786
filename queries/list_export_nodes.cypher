// purpose: a page of the nodes of a kind that exports hold, by id, with all their properties
// params: $kind: string - Question, IngestRun, Document, Page, Section, Table, Passage, Statement, Entity, Phrase or Literal
// params: $after: string - the last id of the page before, '' to begin, $limit: integer - nodes a page
// returns: labels: list<string> - those that people read, properties: map, cited: list<string> - ids of the passages that a question cites
CALL () {
  WITH $kind AS kind WHERE kind = 'Question' MATCH (n:__KGPlatformQuestion__) WHERE n.id > $after RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH $kind AS kind WHERE kind = 'IngestRun' MATCH (n:__KGPlatformIngestRun__) WHERE n.id > $after RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH $kind AS kind WHERE kind = 'Document' MATCH (n:__KGPlatformDocument__) WHERE n.id > $after RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH $kind AS kind WHERE kind = 'Page' MATCH (n:__KGPlatformPage__) WHERE n.id > $after RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH $kind AS kind WHERE kind = 'Section' MATCH (n:__KGPlatformSection__) WHERE n.id > $after RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH $kind AS kind WHERE kind = 'Table' MATCH (n:__KGPlatformTable__) WHERE n.id > $after RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH $kind AS kind WHERE kind = 'Passage' MATCH (n:__KGPlatformPassage__) WHERE n.id > $after RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH $kind AS kind WHERE kind = 'Statement' MATCH (n:__KGPlatformStatement__) WHERE n.id > $after RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH $kind AS kind WHERE kind = 'Entity' MATCH (n:__KGPlatformEntity__) WHERE n.id > $after RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH $kind AS kind WHERE kind = 'Phrase' MATCH (n:__KGPlatformPhrase__) WHERE n.id > $after RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH $kind AS kind WHERE kind = 'Literal' MATCH (n:__KGPlatformLiteral__) WHERE n.id > $after RETURN n ORDER BY n.id LIMIT $limit
}
RETURN [label IN labels(n) WHERE NOT label STARTS WITH '__KGPlatform'] AS labels, n {.*, lines: null} AS properties,
       COLLECT { MATCH (n)-[:CITES]->(p:__KGPlatformPassage__) RETURN DISTINCT p.id } AS cited
ORDER BY properties.id

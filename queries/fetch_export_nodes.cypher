// purpose: nodes of a kind that exports hold, by id, with all their properties
// params: $kind: string - as list_export_nodes takes it, $ids: list<string>
// returns: labels: list<string> - those that people read, properties: map, cited: list<string> - ids of the passages that a question cites
UNWIND $ids AS id
CALL (id) {
  WITH id WHERE $kind = 'Question' MATCH (n:__KGPlatformQuestion__ {id: id}) RETURN n
  UNION ALL
  WITH id WHERE $kind = 'IngestRun' MATCH (n:__KGPlatformIngestRun__ {id: id}) RETURN n
  UNION ALL
  WITH id WHERE $kind = 'Document' MATCH (n:__KGPlatformDocument__ {id: id}) RETURN n
  UNION ALL
  WITH id WHERE $kind = 'Page' MATCH (n:__KGPlatformPage__ {id: id}) RETURN n
  UNION ALL
  WITH id WHERE $kind = 'Section' MATCH (n:__KGPlatformSection__ {id: id}) RETURN n
  UNION ALL
  WITH id WHERE $kind = 'Table' MATCH (n:__KGPlatformTable__ {id: id}) RETURN n
  UNION ALL
  WITH id WHERE $kind = 'Passage' MATCH (n:__KGPlatformPassage__ {id: id}) RETURN n
  UNION ALL
  WITH id WHERE $kind = 'Statement' MATCH (n:__KGPlatformStatement__ {id: id}) RETURN n
  UNION ALL
  WITH id WHERE $kind = 'Entity' MATCH (n:__KGPlatformEntity__ {id: id}) RETURN n
  UNION ALL
  WITH id WHERE $kind = 'Phrase' MATCH (n:__KGPlatformPhrase__ {id: id}) RETURN n
  UNION ALL
  WITH id WHERE $kind = 'Literal' MATCH (n:__KGPlatformLiteral__ {id: id}) RETURN n
}
RETURN [label IN labels(n) WHERE NOT label STARTS WITH '__KGPlatform'] AS labels, n {.*, lines: null} AS properties,
       COLLECT { MATCH (n)-[:CITES]->(p:__KGPlatformPassage__) RETURN DISTINCT p.id } AS cited
ORDER BY properties.id

// purpose: which nodes of a kind are in the graph already
// params: $kind: string, $keys: list<string> - ids, or names of types
// returns: key: string, node: string - Neo4j's id of it, sha256: string or null - of a document
WITH $keys AS keys
CALL (keys) {
  WITH keys WHERE $kind = 'Document' UNWIND keys AS key
  MATCH (n:__KGPlatformDocument__ {id: key}) RETURN key, n
  UNION ALL
  WITH keys WHERE $kind = 'Page' UNWIND keys AS key
  MATCH (n:__KGPlatformPage__ {id: key}) RETURN key, n
  UNION ALL
  WITH keys WHERE $kind = 'Section' UNWIND keys AS key
  MATCH (n:__KGPlatformSection__ {id: key}) RETURN key, n
  UNION ALL
  WITH keys WHERE $kind = 'Table' UNWIND keys AS key
  MATCH (n:__KGPlatformTable__ {id: key}) RETURN key, n
  UNION ALL
  WITH keys WHERE $kind = 'Passage' UNWIND keys AS key
  MATCH (n:__KGPlatformPassage__ {id: key}) RETURN key, n
  UNION ALL
  WITH keys WHERE $kind = 'Entity' UNWIND keys AS key
  MATCH (n:__KGPlatformEntity__ {id: key}) RETURN key, n
  UNION ALL
  WITH keys WHERE $kind = 'Phrase' UNWIND keys AS key
  MATCH (n:__KGPlatformPhrase__ {id: key}) RETURN key, n
  UNION ALL
  WITH keys WHERE $kind = 'Literal' UNWIND keys AS key
  MATCH (n:__KGPlatformLiteral__ {id: key}) RETURN key, n
  UNION ALL
  WITH keys WHERE $kind = 'Statement' UNWIND keys AS key
  MATCH (n:__KGPlatformStatement__ {id: key}) RETURN key, n
  UNION ALL
  WITH keys WHERE $kind = 'UnprovenFact' UNWIND keys AS key
  MATCH (n:__KGPlatformUnprovenFact__ {id: key}) RETURN key, n
  UNION ALL
  WITH keys WHERE $kind = 'Decision' UNWIND keys AS key
  MATCH (n:__KGPlatformDecision__ {id: key}) RETURN key, n
  UNION ALL
  WITH keys WHERE $kind = 'Ignored' UNWIND keys AS key
  MATCH (n:__KGPlatformIgnored__ {id: key}) RETURN key, n
  UNION ALL
  WITH keys WHERE $kind = 'EntityType' UNWIND keys AS key
  MATCH (n:__KGPlatformEntityType__ {name: key}) RETURN key, n
  UNION ALL
  WITH keys WHERE $kind = 'RelationType' UNWIND keys AS key
  MATCH (n:__KGPlatformRelationType__ {name: key}) RETURN key, n
  UNION ALL
  WITH keys WHERE $kind = 'Question' UNWIND keys AS key
  MATCH (n:__KGPlatformQuestion__ {id: key}) RETURN key, n
  UNION ALL
  WITH keys WHERE $kind = 'IngestRun' UNWIND keys AS key
  MATCH (n:__KGPlatformIngestRun__ {id: key}) RETURN key, n
  UNION ALL
  WITH keys WHERE $kind = 'Configuration' UNWIND keys AS key
  MATCH (n:__KGPlatformConfiguration__ {id: key}) RETURN key, n
}
RETURN key, elementId(n) AS node, n.sha256 AS sha256

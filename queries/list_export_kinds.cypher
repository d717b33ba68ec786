// purpose: which of some texts are ids of nodes that exports hold
// params: $ids: list<string>
// returns: kind: string, ids: list<string>
UNWIND $ids AS id
CALL (id) {
  WITH id MATCH (n:__KGPlatformQuestion__ {id: id}) RETURN 'Question' AS kind
  UNION ALL
  WITH id MATCH (n:__KGPlatformIngestRun__ {id: id}) RETURN 'IngestRun' AS kind
  UNION ALL
  WITH id MATCH (n:__KGPlatformDocument__ {id: id}) RETURN 'Document' AS kind
  UNION ALL
  WITH id MATCH (n:__KGPlatformPage__ {id: id}) RETURN 'Page' AS kind
  UNION ALL
  WITH id MATCH (n:__KGPlatformSection__ {id: id}) RETURN 'Section' AS kind
  UNION ALL
  WITH id MATCH (n:__KGPlatformTable__ {id: id}) RETURN 'Table' AS kind
  UNION ALL
  WITH id MATCH (n:__KGPlatformPassage__ {id: id}) RETURN 'Passage' AS kind
  UNION ALL
  WITH id MATCH (n:__KGPlatformStatement__ {id: id}) RETURN 'Statement' AS kind
  UNION ALL
  WITH id MATCH (n:__KGPlatformEntity__ {id: id}) RETURN 'Entity' AS kind
  UNION ALL
  WITH id MATCH (n:__KGPlatformPhrase__ {id: id}) RETURN 'Phrase' AS kind
  UNION ALL
  WITH id MATCH (n:__KGPlatformLiteral__ {id: id}) RETURN 'Literal' AS kind
}
RETURN kind, collect(DISTINCT id) AS ids

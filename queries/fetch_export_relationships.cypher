// purpose: the relationships of some types that begin at nodes of a kind, between nodes that exports hold
// params: $kind: string - as list_export_nodes takes it, $ids: list<string>, $types: list<string>
// returns: type: string, start: string, ends: list<string> - labels of the end, end: string, properties: map, relation: string or null - of a statement, value: string or null - of a literal that is the end, datatype: string or null
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
MATCH (n)-[r]->(m:__KGPlatformQuestion__|__KGPlatformIngestRun__|__KGPlatformDocument__|__KGPlatformPage__|__KGPlatformSection__|__KGPlatformTable__|__KGPlatformPassage__|__KGPlatformStatement__|__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__) WHERE type(r) IN $types
RETURN type(r) AS type, n.id AS start, [label IN labels(m) WHERE NOT label STARTS WITH '__KGPlatform'] AS ends, m.id AS end, properties(r) AS properties,
       n.relation AS relation, m.value AS value, m.datatype AS datatype
ORDER BY start, type, end

// purpose: the documents, pages, sections and tables that passages are of
// params: $ids: list<string> - of passages
// returns: kind: string, ids: list<string>
UNWIND $ids AS id
MATCH (p:__KGPlatformPassage__ {id: id})
CALL (p) {
  MATCH (p)-[:PART_OF]->(d:__KGPlatformDocument__)
  RETURN 'Document' AS kind, d.id AS found
  UNION ALL
  MATCH (x:__KGPlatformPage__|__KGPlatformSection__|__KGPlatformTable__)-[:HAS_PASSAGE]->(p)
  RETURN CASE WHEN x:__KGPlatformPage__ THEN 'Page' WHEN x:__KGPlatformTable__ THEN 'Table' ELSE 'Section' END AS kind, x.id AS found
}
RETURN kind, collect(DISTINCT found) AS ids

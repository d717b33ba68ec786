// purpose: the passages of documents, and their pages, sections and tables
// params: $ids: list<string> - of documents
// returns: kind: string, ids: list<string>
UNWIND $ids AS id
MATCH (d:__KGPlatformDocument__ {id: id})
CALL (d) {
  MATCH (p:__KGPlatformPassage__)-[:PART_OF]->(d)
  RETURN 'Passage' AS kind, collect(p.id) AS found
  UNION ALL
  MATCH (d)-[:HAS_PAGE|HAS_SECTION|HAS_TABLE]->(x:__KGPlatformPage__|__KGPlatformSection__|__KGPlatformTable__)
  RETURN CASE WHEN x:__KGPlatformPage__ THEN 'Page' WHEN x:__KGPlatformTable__ THEN 'Table' ELSE 'Section' END AS kind, collect(x.id) AS found
}
UNWIND found AS one
RETURN kind, collect(DISTINCT one) AS ids

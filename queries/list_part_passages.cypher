// purpose: the passages of pages, sections and tables, with how near each is to a question
// params: $ids: list<string> - of pages, sections or tables, $vector: vector - of the question
// returns: part: string, id: string, start: integer, end: integer (in the document's text), cosine: float (-1..1); in reading order
UNWIND $ids AS wanted
CALL (wanted) {
  MATCH (part:__KGPlatformPage__ {id: wanted}) RETURN part
  UNION ALL
  MATCH (part:__KGPlatformSection__ {id: wanted}) RETURN part
  UNION ALL
  MATCH (part:__KGPlatformTable__ {id: wanted}) RETURN part
}
MATCH (part)-[:HAS_PASSAGE]->(p:__KGPlatformPassage__)
RETURN wanted AS part, p.id AS id, p.start AS start, p.end AS end,
       2 * vector.similarity.cosine(head([(p)-[:HAS_EMBEDDING]->(e:__KGPlatformPassageEmbedding__) | e.vector]), $vector) - 1 AS cosine
ORDER BY start, id

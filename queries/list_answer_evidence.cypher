// purpose: list why an answer was given: what it cites, best first, passages with the words that it quotes, statements as sentences
// group: Work
// params: $question_id: string = null - from ask or questions list; null: the latest question
// params: $limit: integer = 100 - most rows
// returns: question: string, answer: string, rank: integer, kind: string, text: string, document: string, uri: string
CALL () {
  MATCH (q:__KGPlatformQuestion__ {id: $question_id}) RETURN q
  UNION
  MATCH (q:__KGPlatformQuestion__) WHERE $question_id IS NULL AND q.askedAt IS NOT NULL
  RETURN q ORDER BY q.askedAt DESC LIMIT 1
}
OPTIONAL MATCH (q)-[c:CITES]->(x:__KGPlatformPassage__|__KGPlatformStatement__)
CALL (x) {
  OPTIONAL MATCH (x)-[:PART_OF]->(d:__KGPlatformDocument__) RETURN d
  UNION
  OPTIONAL MATCH (x)-[:STATED_IN]->(:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__) RETURN d
}
WITH q, c, x, head(collect(d)) AS d
RETURN q.text AS question, q.answer AS answer, c.rank AS rank,
       CASE WHEN x:__KGPlatformStatement__ THEN 'statement' WHEN x IS NULL THEN '' ELSE 'passage' END AS kind,
       coalesce(c.quote, x.text) AS text, d.title AS document, d.uri AS uri
ORDER BY kind, rank LIMIT $limit

// purpose: record one asking of a question with its answer and what it cites; the same id again replaces its record
// params: $id: string, $text: string, $answer: string, $abstained: boolean, $method: string, $reader: string, $asked_at: datetime, $tokens: integer
// params: $understood: string or null - what it was taken to ask, where that is not its text, $conversation: string or null - id of the one that it is part of
// params: $passages: list<map> - {id, rank, score, start, end, quote}, best first
// params: $statements: list<map> - {id, rank, score}, best first
// params: $citations: list<string> or null - what it quotes, best first, each as JSON: it stays when the passage goes
// params: $details: string - what else is shown of its answer, as JSON
// returns: id: string, passages: integer, statements: integer
MERGE (q:__KGPlatformQuestion__ {id: $id})
ON CREATE SET q:Question
SET q.text = $text, q.name = $text, q.answer = $answer, q.abstained = $abstained, q.method = $method,
    q.reader = $reader, q.askedAt = $asked_at, q.tokens = $tokens, q.citations = $citations,
    q.understood = $understood, q.conversation = $conversation, q.details = $details
WITH q
CALL (q) {
  MATCH (q)-[old:CITES]->(:__KGPlatformPassage__|__KGPlatformStatement__)
  DELETE old
}
CALL (q) {
  UNWIND $passages AS cited
  MATCH (p:__KGPlatformPassage__ {id: cited.id})
  CREATE (q)-[:CITES {rank: cited.rank, score: cited.score, start: cited.start, end: cited.end,
                      quote: cited.quote}]->(p)
  RETURN count(*) AS passages
}
CALL (q) {
  UNWIND $statements AS cited
  MATCH (s:__KGPlatformStatement__ {id: cited.id})
  CREATE (q)-[:CITES {rank: cited.rank, score: cited.score}]->(s)
  RETURN count(*) AS statements
}
RETURN q.id AS id, passages, statements

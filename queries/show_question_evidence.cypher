// purpose: draw a question with the passages and statements its answer rests on
// group: Work
// params: $question_id: string = null - from ask --json; null draws the latest question
// returns: question: node, citations: list<relationship>, evidence: list<node>, facts: list<path> - what each cited statement ties together, sources: list<path> - the document of each cited passage
CALL () {
  MATCH (question:__KGPlatformQuestion__ {id: $question_id}) RETURN question
  UNION
  MATCH (question:__KGPlatformQuestion__) WHERE $question_id IS NULL AND question.askedAt IS NOT NULL
  RETURN question ORDER BY question.askedAt DESC LIMIT 1
}
OPTIONAL MATCH (question)-[cites:CITES]->(cited:__KGPlatformPassage__|__KGPlatformStatement__)
WITH question, cites, cited ORDER BY cites.rank
RETURN question,
       collect(cites) AS citations,
       collect(cited) AS evidence,
       [path = (question)-[:CITES]->(:__KGPlatformStatement__)-[:SUBJECT|OBJECT|QUALIFIER]->(:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__) | path] AS facts,
       [path = (question)-[:CITES]->(:__KGPlatformPassage__)-[:PART_OF]->(:__KGPlatformDocument__) | path] AS sources

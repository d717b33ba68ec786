// purpose: draw a question with the passages and statements its answer rests on
// params: $question_id: string - from ask --json; null draws the latest question
// returns: question: node, citations: list<relationship>, evidence: list<node>, facts: list<path> - what each cited statement ties together, sources: list<path> - the document of each cited passage
MATCH (latest:Question)
WHERE latest.id = $question_id OR $question_id IS NULL
WITH latest AS question ORDER BY question.askedAt DESC LIMIT 1
OPTIONAL MATCH (question)-[cites:CITES]->(cited)
WITH question, cites, cited ORDER BY cites.rank
RETURN question,
       collect(cites) AS citations,
       collect(cited) AS evidence,
       [path = (question)-[:CITES]->(:Statement)-[:SUBJECT|OBJECT|QUALIFIER]->() | path] AS facts,
       [path = (question)-[:CITES]->(:Passage)-[:PART_OF]->(:Document) | path] AS sources

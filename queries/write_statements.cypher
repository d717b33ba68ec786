// purpose: make statements with subject, object and the span that states them; a fact that several passages state is one node
// params: $rows: list<[id, relation, text, extractor, confidence, subjectId, objectId, passageId, start, end]> - one a statement and passage
// returns: statements: integer
UNWIND $rows AS r
MATCH (subject:Entity {id: r[5]})
MATCH (passage:Passage {id: r[7]})
CALL (r) {
  MATCH (o:Entity {id: r[6]}) RETURN o
  UNION ALL
  MATCH (o:Literal {id: r[6]}) RETURN o
}
MERGE (s:Statement {id: r[0]})
ON CREATE SET s.relation = r[1], s.text = r[2], s.extractor = r[3], s.confidence = r[4], s.source = 'text'
MERGE (s)-[:SUBJECT]->(subject)
MERGE (s)-[:OBJECT]->(o)
MERGE (s)-[:STATED_IN {start: r[8], end: r[9]}]->(passage)
WITH r, subject, o WHERE o:Entity
MERGE (subject)-[related:RELATED {statementId: r[0]}]->(o)
ON CREATE SET related.relation = r[1]
RETURN count(*) AS statements

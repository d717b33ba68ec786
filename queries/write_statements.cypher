// purpose: make statements with subject, object and the spans that state them; a fact that several passages state is one node
// params: $rows: list<[id, relation, text, extractor, confidence, subjectId, objectId, passageId, start, end, spans, alignment]> - one a statement and passage; spans are start and end of subject, object and each qualifier, alignment how each was found
// returns: statements: integer
UNWIND $rows AS r
MATCH (subject:__KGPlatformEntity__ {id: r[5]})
MATCH (passage:__KGPlatformPassage__ {id: r[7]})
CALL (r) {
  MATCH (o:__KGPlatformEntity__ {id: r[6]}) RETURN o
  UNION ALL
  MATCH (o:__KGPlatformLiteral__ {id: r[6]}) RETURN o
}
MERGE (s:__KGPlatformStatement__ {id: r[0]})
ON CREATE SET s:Statement, s.relation = r[1], s.text = r[2], s.source = 'text'
WITH r, subject, passage, o, s,
     coalesce(r[4] > s.confidence OR r[4] = s.confidence AND r[3] < s.extractor, true) AS isBetter
SET s.extractor = CASE WHEN isBetter THEN r[3] ELSE s.extractor END,
    s.confidence = CASE WHEN isBetter THEN r[4] ELSE s.confidence END
MERGE (s)-[:SUBJECT]->(subject)
MERGE (s)-[:OBJECT]->(o)
MERGE (s)-[stated:STATED_IN {start: r[8], end: r[9]}]->(passage)
SET stated.spans = r[10], stated.alignment = r[11]
WITH r, subject, o WHERE o:__KGPlatformEntity__
MERGE (subject)-[related:RELATED {statementId: r[0]}]->(o)
ON CREATE SET related.relation = r[1]
RETURN count(*) AS statements

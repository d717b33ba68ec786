// purpose: make statements with subject, object, canonical relation and the spans that state them; a fact that several passages state is one node
// params: $rows: list<[id, relation, text, extractor, confidence, name, canonical, polarity, modality, isPlain, subjectId, objectId, passageId, span, stated]> - one a statement and passage; span is a map of start and end, stated a map of the further properties of STATED_IN
// returns: statements: integer
UNWIND $rows AS r
MATCH (passage:__KGPlatformPassage__ {id: r[12]})
CALL (r) {
  MATCH (subject:__KGPlatformEntity__ {id: r[10]}) RETURN subject
  UNION ALL
  MATCH (subject:__KGPlatformPhrase__ {id: r[10]}) RETURN subject
}
CALL (r) {
  MATCH (o:__KGPlatformEntity__ {id: r[11]}) RETURN o
  UNION ALL
  MATCH (o:__KGPlatformPhrase__ {id: r[11]}) RETURN o
  UNION ALL
  MATCH (o:__KGPlatformLiteral__ {id: r[11]}) RETURN o
}
MERGE (s:__KGPlatformStatement__ {id: r[0]})
ON CREATE SET s:Statement, s.relation = r[1], s.text = r[2], s.source = 'text', s.name = r[5],
              s.polarity = r[7], s.modality = r[8], s.isPlain = r[9]
WITH r, subject, passage, o, s,
     coalesce(r[4] > s.confidence OR r[4] = s.confidence AND r[3] <= s.extractor, true) AS isBetter
SET s.extractor = CASE WHEN isBetter THEN r[3] ELSE s.extractor END,
    s.confidence = CASE WHEN isBetter THEN r[4] ELSE s.confidence END,
    s.canonical = CASE WHEN isBetter THEN r[6] ELSE s.canonical END
WITH r, subject, passage, o, s
CALL (s) {
  MATCH (s)-[former:HAS_RELATION]->(t:__KGPlatformRelationType__) WHERE t.name <> s.canonical
  DELETE former
  WITH t WHERE t.count IS NULL AND NOT EXISTS { (t)<-[:HAS_RELATION]-(:__KGPlatformStatement__|__KGPlatformIgnored__) }
  CALL (t) { MATCH (t)-[:HAS_EMBEDDING]->(e:__KGPlatformRelationTypeEmbedding__) DETACH DELETE e }
  DETACH DELETE t
}
MERGE (relation:__KGPlatformRelationType__ {name: s.canonical})
ON CREATE SET relation:RelationType
MERGE (s)-[:HAS_RELATION]->(relation)
MERGE (s)-[:SUBJECT]->(subject)
MERGE (s)-[:OBJECT]->(o)
MERGE (s)-[stated:STATED_IN {start: r[13].start, end: r[13].end}]->(passage)
SET stated += r[14]
WITH r, subject, o WHERE r[9] AND subject:__KGPlatformEntity__ AND o:__KGPlatformEntity__
MERGE (subject)-[related:RELATED {statementId: r[0]}]->(o)
ON CREATE SET related.relation = r[1]
RETURN count(*) AS statements

// purpose: the facts that an answer cites, and those that its quotes state: what it compared, counted or was read off
// params: $id: string - question id
// returns: statement_id: string, subject: string, relation: string, object: string, from: date or null, to: date or null - days of an object that is a date
// returns: qualifiers: list<map> - {relation, value, from, to}, polarity: string, modality: string, confidence: float or null, source: string
// returns: spans: list<map> - {passage_id, start, end, attribution}, of all passages that state it
MATCH (q:__KGPlatformQuestion__ {id: $id})
CALL (q) {
  MATCH (q)-[:CITES]->(s:__KGPlatformStatement__)
  RETURN s
  UNION
  MATCH (q)-[cited:CITES]->(:__KGPlatformPassage__)<-[stated:STATED_IN]-(s:__KGPlatformStatement__)
  WHERE stated.start < cited.end AND cited.start < stated.end
  RETURN s
}
MATCH (s)-[:SUBJECT]->(a:__KGPlatformEntity__|__KGPlatformPhrase__)
MATCH (s)-[:OBJECT]->(o:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
RETURN s.id AS statement_id, a.name AS subject, s.relation AS relation, coalesce(o.value, o.name) AS object,
       o.from AS from, o.to AS to,
       COLLECT {
         MATCH (s)-[r:QUALIFIER]->(x:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
         RETURN {relation: r.relation, value: coalesce(x.value, x.name), from: x.from, to: x.to} ORDER BY r.relation, x.id
       } AS qualifiers,
       coalesce(s.polarity, 'affirmed') AS polarity, coalesce(s.modality, 'asserted') AS modality,
       s.confidence AS confidence, coalesce(s.source, 'text') AS source,
       COLLECT {
         MATCH (s)-[stated:STATED_IN]->(p:__KGPlatformPassage__)
         RETURN {passage_id: p.id, start: stated.start, end: stated.end, attribution: coalesce(stated.attribution, '')} ORDER BY p.id, stated.start
       } AS spans
ORDER BY statement_id

// purpose: one question with all its answer rests on: what it cites, the passages that state the cited statements, every statement that a cited passage states, their terms and documents
// params: $question_id: string - question id
// returns: nodes: list<map> {labels, properties} - the question first
// returns: relationships: list<map> {type, start, end, properties} - start and end are node ids
// returns: citations: list<string> or null - what it quoted when it was asked, each as JSON
MATCH (q:__KGPlatformQuestion__ {id: $question_id})
CALL (q) {
  MATCH (q)-[:CITES]->(p:__KGPlatformPassage__)
  RETURN collect(DISTINCT p) AS citedPassages
}
CALL (q) {
  MATCH (q)-[:CITES]->(s:__KGPlatformStatement__)
  RETURN collect(DISTINCT s) AS citedStatements
}
CALL (citedPassages, citedStatements) {
  UNWIND citedStatements AS s
  MATCH (s)-[:STATED_IN]->(p:__KGPlatformPassage__)
  WHERE NOT p IN citedPassages
  RETURN collect(DISTINCT p) AS statingPassages
}
CALL (citedPassages, citedStatements) {
  UNWIND citedPassages AS p
  MATCH (p)<-[:STATED_IN]-(s:__KGPlatformStatement__)
  WHERE NOT s IN citedStatements
  RETURN collect(DISTINCT s) AS statedStatements
}
WITH q, citedPassages + statingPassages AS passages, citedStatements + statedStatements AS statements
CALL (passages) {
  UNWIND passages AS p
  MATCH (p)-[r:PART_OF]->(d:__KGPlatformDocument__)
  RETURN collect(DISTINCT d) AS documents,
    collect({type: type(r), start: p.id, end: d.id, properties: {}}) AS partOf
}
CALL (statements) {
  UNWIND statements AS s
  MATCH (s)-[r:SUBJECT|OBJECT|QUALIFIER]->(x:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
  RETURN collect(DISTINCT x) AS terms,
    collect({type: type(r), start: s.id, end: x.id, properties: r {.relation}}) AS termOf
}
CALL (passages, statements) {
  UNWIND statements AS s
  MATCH (s)-[r:STATED_IN]->(p:__KGPlatformPassage__)
  WHERE p IN passages
  RETURN collect({type: type(r), start: s.id, end: p.id,
    properties: r {.start, .end, .subjectStart, .subjectEnd, .objectStart, .objectEnd, .qualifierRelations, .qualifierStarts, .qualifierEnds, .alignment, .attribution}}) AS statedIn
}
CALL (q) {
  MATCH (q)-[r:CITES]->(x:__KGPlatformPassage__|__KGPlatformStatement__)
  RETURN collect({type: type(r), start: q.id, end: x.id,
    properties: r {.rank, .score, .start, .end, .quote}}) AS cites
}
RETURN
  [{labels: [label IN labels(q) WHERE NOT label STARTS WITH '__KGPlatform'], properties: q {.id, .text, .answer, .abstained, .method, .reader,
     askedAt: toString(q.askedAt), .tokens}}]
  + [p IN passages | {labels: [label IN labels(p) WHERE NOT label STARTS WITH '__KGPlatform'], properties: p {.id, .index, .title, .text, .start, .end}}]
  + [d IN documents | {labels: [label IN labels(d) WHERE NOT label STARTS WITH '__KGPlatform'], properties: d {.id, .title, .uri, .mediaType, .date, .sha256,
     ingestedAt: toString(d.ingestedAt)}}]
  + [s IN statements | {labels: [label IN labels(s) WHERE NOT label STARTS WITH '__KGPlatform'], properties: s {.id, .relation, .canonical, .polarity, .modality, .text, .extractor,
     .confidence, .source}}]
  + [x IN terms | {labels: [label IN labels(x) WHERE NOT label STARTS WITH '__KGPlatform'], properties: x {.id, .name, .aliases, .type, .qid,
     .value, .datatype, from: toString(x.from), to: toString(x.to), .number, .unit, .currency, .isRelative}}]
  AS nodes,
  cites + partOf + statedIn + termOf AS relationships,
  q.citations AS citations

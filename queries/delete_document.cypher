// purpose: remove a document with all that only it supports: passages, statements stated nowhere else, entities and literals nothing points to any more
// params: $id: string - document id
// returns: passages: integer, statements: integer, entities: integer, literals: integer (removed)
MATCH (d:Document {id: $id})
CALL (d) { MATCH (d)<-[:PART_OF]-(p:Passage) RETURN collect(p) AS ps }
CALL (d, ps) {
  UNWIND ps AS p
  MATCH (p)<-[:STATED_IN]-(s:Statement)
  WITH DISTINCT d, s
  WHERE NOT EXISTS { MATCH (s)-[:STATED_IN]->(o:Passage) WHERE NOT (o)-[:PART_OF]->(d) }
  RETURN collect(s) AS ss
}
CALL (d, ps) {
  OPTIONAL MATCH (d)-[:ABOUT]->(a:Entity)
  WITH ps, collect(a) AS titled
  UNWIND [null] + ps AS p
  OPTIONAL MATCH (p)-[:MENTIONS]->(e:Entity)
  WITH titled, collect(DISTINCT e) AS mentioned
  RETURN titled + mentioned AS e1
}
CALL (ss) {
  UNWIND ss AS s
  MATCH (s)-[:SUBJECT|OBJECT|QUALIFIER]->(e)
  RETURN collect(DISTINCT e) AS e2
}
CALL (ss) {
  UNWIND ss AS s
  MATCH (s)-[:SUBJECT]->(a:Entity)-[related:RELATED {statementId: s.id}]->(:Entity)
  DELETE related
}
FOREACH (s IN ss | DETACH DELETE s)
FOREACH (p IN ps | DETACH DELETE p)
DETACH DELETE d
WITH size(ps) AS passages, size(ss) AS statements, e1 + e2 AS things
CALL (things) {
  UNWIND things AS thing
  WITH DISTINCT thing, thing:Entity AS isEntity WHERE COUNT { (thing)<--() } = 0
  DETACH DELETE thing
  RETURN sum(CASE WHEN isEntity THEN 1 ELSE 0 END) AS entities,
         sum(CASE WHEN isEntity THEN 0 ELSE 1 END) AS literals
}
RETURN passages, statements, entities, literals

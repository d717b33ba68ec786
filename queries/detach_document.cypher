// purpose: take a document's parts out of the graph and tell what they held, so that what nothing else supports can be removed; the passages themselves stay until then
// params: $id: string - document id
// returns: passages: list<string>, statements: list<string>, things: list<string> (ids of passages, of statements stated there, of entities and literals named there)
MATCH (d:Document {id: $id})
REMOVE d.sha256, d.linkedAt, d.fileHash
WITH d
CALL (d) { MATCH (d)<-[:PART_OF]-(p:Passage) RETURN collect(p) AS ps }
CALL (ps) {
  UNWIND ps AS p
  MATCH (p)<-[:STATED_IN]-(s:Statement)
  RETURN collect(DISTINCT s) AS ss
}
CALL (d, ps, ss) {
  CALL (d, ps, ss) {
    MATCH (d)-[:ABOUT]->(thing) RETURN thing
    UNION
    UNWIND ps AS p MATCH (p)-[:MENTIONS]->(thing) RETURN thing
    UNION
    UNWIND ss AS s MATCH (s)-[:SUBJECT|OBJECT|QUALIFIER]->(thing) RETURN thing
  }
  RETURN collect(thing.id) AS things
}
CALL (d) { MATCH (d)-[about:ABOUT]->() DELETE about }
CALL (d) { MATCH (d)-[:HAS_PAGE|HAS_SECTION|HAS_TABLE]->(part) DETACH DELETE part }
CALL (ps) { UNWIND ps AS p MATCH (p)<-[:CLAIMED_IN]-(f:UnprovenFact) DETACH DELETE f }
CALL (ps) { UNWIND ps AS p MATCH (p)-[r:MENTIONS|NEXT]->() DELETE r }
CALL (ps) { UNWIND ps AS p MATCH (p)<-[r:STATED_IN]-() DELETE r }
RETURN [p IN ps | p.id] AS passages, [s IN ss | s.id] AS statements, things

// purpose: what no passage supports: left where an ingest was cut off in the middle of replacing a long document
// params: none
// returns: statements: list<string>, things: list<string>
CALL () {
  MATCH (s:Statement)
  WHERE s.source = 'text' AND NOT EXISTS { (s)-[:STATED_IN]->() }
  RETURN collect(s.id) AS statements, collect(s) AS orphans
}
CALL (orphans) {
  CALL (orphans) {
    UNWIND orphans AS s MATCH (s)-[:SUBJECT|OBJECT|QUALIFIER]->(t) RETURN t
    UNION
    MATCH (t:Entity) WHERE NOT EXISTS { (t)<-[:MENTIONS|SUBJECT|OBJECT|QUALIFIER|ABOUT]-() } RETURN t
    UNION
    MATCH (t:Literal) WHERE NOT EXISTS { (t)<-[:OBJECT|QUALIFIER]-() } RETURN t
  }
  RETURN collect(t.id) AS things
}
RETURN statements, things

// purpose: what no passage supports: left where an ingest was cut off in the middle of replacing a long document
// params: none
// returns: statements: list<string>, things: list<string>
CALL () {
  MATCH (s:__KGPlatformStatement__)
  WHERE s.source = 'text' AND NOT EXISTS { (s)-[:STATED_IN]->(:__KGPlatformPassage__) }
  RETURN collect(s.id) AS statements, collect(s) AS orphans
}
CALL (orphans) {
  CALL (orphans) {
    UNWIND orphans AS s MATCH (s)-[:SUBJECT|OBJECT|QUALIFIER]->(t:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__) RETURN t
    UNION
    MATCH (t:__KGPlatformEntity__) WHERE NOT EXISTS { (t)<-[:MENTIONS|SUBJECT|OBJECT|QUALIFIER|ABOUT]-(:__KGPlatformPassage__|__KGPlatformStatement__|__KGPlatformDocument__) } RETURN t
    UNION
    MATCH (t:__KGPlatformLiteral__) WHERE NOT EXISTS { (t)<-[:OBJECT|QUALIFIER]-(:__KGPlatformStatement__) } RETURN t
    UNION
    MATCH (t:__KGPlatformPhrase__) WHERE NOT EXISTS { (t)<-[:SUBJECT|OBJECT|QUALIFIER]-(:__KGPlatformStatement__) } RETURN t
  }
  RETURN collect(t.id) AS things
}
RETURN statements, things

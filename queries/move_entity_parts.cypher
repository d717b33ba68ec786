// purpose: let what some documents say of one entity point to another one, and back: a name's sense of its own
// params: $source: string, $target: string - entity ids; a target that is not there is made like the source
// params: $documents: list<string> - ids, $sense: boolean - whether the target is a sense of the source, or the reverse: then the source is removed when nothing points to it
// returns: moved: integer (mentions, titles and parts of statements)
MATCH (s:Entity {id: $source})
WITH s WHERE NOT $sense OR EXISTS {
  MATCH (d:Document)<-[:PART_OF]-()-[:MENTIONS]->(s) WHERE d.id IN $documents
} OR EXISTS { MATCH (d:Document)-[:ABOUT]->(s) WHERE d.id IN $documents }
MERGE (t:Entity {id: $target})
ON CREATE SET t.name = s.name, t.normalizedName = s.normalizedName, t.type = s.type, t.aliases = s.aliases, t.senseOf = s.id
SET t:$(t.type)
WITH s, t
CALL (s, t) {
  UNWIND $documents AS id
  MATCH (d:Document {id: id})-[about:ABOUT]->(s)
  MERGE (d)-[:ABOUT]->(t)
  DELETE about
  RETURN count(*) AS titles
}
CALL (s, t) {
  UNWIND $documents AS id
  MATCH (:Document {id: id})<-[:PART_OF]-(p)-[m:MENTIONS]->(s)
  MERGE (p)-[n:MENTIONS {start: m.start, end: m.end}]->(t)
  SET n = properties(m)
  DELETE m
  RETURN count(*) AS mentions
}
CALL (s) {
  MATCH (s)<-[r:SUBJECT|OBJECT|QUALIFIER]-(f:Statement)
  WHERE EXISTS { MATCH (f)-[:STATED_IN]->()-[:PART_OF]->(d) WHERE d.id IN $documents }
    AND NOT EXISTS { MATCH (f)-[:STATED_IN]->()-[:PART_OF]->(d) WHERE NOT d.id IN $documents }
  RETURN collect(r) AS parts, collect(DISTINCT f.id) AS facts
}
CALL (t, parts) {
  UNWIND parts AS r
  WITH t, r, startNode(r) AS f
  CALL (t, r, f) {
    MATCH (f)-[x:SUBJECT|OBJECT|QUALIFIER]->(t)
    WHERE type(x) = type(r) AND coalesce(x.relation, '') = coalesce(r.relation, '')
    RETURN count(x) AS there
  }
  FOREACH (_ IN CASE WHEN there = 0 THEN [1] ELSE [] END |
    CREATE (f)-[n:$(type(r))]->(t) SET n = properties(r))
  DELETE r
  RETURN count(*) AS moved_parts
}
CALL (s, t, facts) {
  MATCH (s)-[r:RELATED]->(x)
  WHERE r.statementId IN facts
  MERGE (t)-[n:RELATED {statementId: r.statementId}]->(x)
  SET n = properties(r)
  DELETE r
}
CALL (s, t, facts) {
  MATCH (s)<-[r:RELATED]-(x)
  WHERE r.statementId IN facts
  MERGE (t)<-[n:RELATED {statementId: r.statementId}]-(x)
  SET n = properties(r)
  DELETE r
}
CALL (s) {
  WITH s WHERE NOT $sense AND NOT EXISTS { (s)<-[:MENTIONS|SUBJECT|OBJECT|QUALIFIER|ABOUT]-() }
  DETACH DELETE s
}
RETURN titles + mentions + moved_parts AS moved

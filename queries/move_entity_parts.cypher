// purpose: let what some documents say of one entity point to another one, and back: a name's sense of its own
// params: $source: string, $target: string - entity ids; a target that is not there is made like the source
// params: $documents: list<string> - ids, $sense: boolean - whether the target is a sense of the source, or the reverse: then the source is removed when nothing points to it
// returns: moved: integer (mentions, titles and parts of statements)
MATCH (s:__KGPlatformEntity__ {id: $source})
WITH s WHERE NOT $sense OR EXISTS {
  MATCH (d:__KGPlatformDocument__)<-[:PART_OF]-(:__KGPlatformPassage__)-[:MENTIONS]->(s) WHERE d.id IN $documents
} OR EXISTS { MATCH (d:__KGPlatformDocument__)-[:ABOUT]->(s) WHERE d.id IN $documents }
MERGE (t:__KGPlatformEntity__ {id: $target})
ON CREATE SET t:Entity, t.name = coalesce(s.writtenName, s.name), t.normalizedName = s.normalizedName, t.type = s.type, t.aliases = s.aliases, t.senseOf = s.id
SET t:$(t.type)
WITH s, t
CALL (s, t) {
  UNWIND $documents AS id
  MATCH (d:__KGPlatformDocument__ {id: id})-[about:ABOUT]->(s)
  MERGE (d)-[:ABOUT]->(t)
  DELETE about
  RETURN count(*) AS titles
}
CALL (s, t) {
  UNWIND $documents AS id
  MATCH (:__KGPlatformDocument__ {id: id})<-[:PART_OF]-(p:__KGPlatformPassage__)-[m:MENTIONS]->(s)
  MERGE (p)-[n:MENTIONS {start: m.start, end: m.end}]->(t)
  SET n = properties(m)
  DELETE m
  RETURN count(*) AS mentions
}
CALL (s, t) {
  UNWIND $documents AS id
  MATCH (:__KGPlatformDocument__ {id: id})<-[:PART_OF]-(p:__KGPlatformPassage__)-[m:REFERS_TO]->(s)
  MERGE (p)-[n:REFERS_TO {start: m.start, end: m.end}]->(t)
  SET n = properties(m)
  DELETE m
  RETURN count(*) AS references
}
CALL (s) {
  MATCH (s)<-[r:SUBJECT|OBJECT|QUALIFIER]-(f:__KGPlatformStatement__)
  WHERE EXISTS { MATCH (f)-[:STATED_IN]->(:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__) WHERE d.id IN $documents }
    AND NOT EXISTS { MATCH (f)-[:STATED_IN]->(:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__) WHERE NOT d.id IN $documents }
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
  MATCH (s)-[r:RELATED]->(x:__KGPlatformEntity__)
  WHERE r.statementId IN facts
  MERGE (t)-[n:RELATED {statementId: r.statementId}]->(x)
  SET n = properties(r)
  DELETE r
}
CALL (s, t, facts) {
  MATCH (s)<-[r:RELATED]-(x:__KGPlatformEntity__)
  WHERE r.statementId IN facts
  MERGE (t)<-[n:RELATED {statementId: r.statementId}]-(x)
  SET n = properties(r)
  DELETE r
}
CALL (s) {
  WITH s WHERE NOT $sense AND NOT EXISTS { (s)<-[:MENTIONS|SUBJECT|OBJECT|QUALIFIER|ABOUT]-(:__KGPlatformPassage__|__KGPlatformStatement__|__KGPlatformDocument__) }
  DETACH DELETE s
}
RETURN titles + mentions + moved_parts AS moved

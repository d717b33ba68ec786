// purpose: take a document's parts out of the graph and return what they held, so that what nothing else supports can be removed; the passages themselves stay until then
// params: $id: string - document id
// returns: passages: list<string>, statements: list<string>, things: list<string> (ids of passages, of statements stated there, of what these are of and passages name)
MATCH (d:__KGPlatformDocument__ {id: $id})
REMOVE d.sha256, d.linkedAt, d.fileHash, d.fileSha256, d.attachedTo, d.messageId, d.replyTo
WITH d
CALL (d) { MATCH (d)<-[:PART_OF]-(p:__KGPlatformPassage__) RETURN collect(p) AS ps }
CALL (ps) {
  UNWIND ps AS p
  MATCH (p)<-[:STATED_IN]-(s:__KGPlatformStatement__)
  RETURN collect(DISTINCT s) AS ss
}
CALL (d, ps, ss) {
  CALL (d, ps, ss) {
    MATCH (d)-[:ABOUT]->(thing:__KGPlatformEntity__) RETURN thing
    UNION
    UNWIND ps AS p MATCH (p)-[:MENTIONS]->(thing:__KGPlatformEntity__) RETURN thing
    UNION
    UNWIND ss AS s MATCH (s)-[:SUBJECT|OBJECT|QUALIFIER]->(thing:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__) RETURN thing
  }
  RETURN collect(thing.id) AS things
}
CALL (d) { MATCH (d)-[r:ATTACHED_TO|REPLIES_TO]->(:__KGPlatformDocument__) DELETE r }
CALL (d) { MATCH (d)<-[r:REPLIES_TO]-(:__KGPlatformDocument__) DELETE r }
CALL (d) { MATCH (d)-[about:ABOUT]->(:__KGPlatformEntity__) DELETE about }
CALL (d) { MATCH (d)-[:HAS_PAGE|HAS_SECTION|HAS_TABLE]->(part:__KGPlatformPage__|__KGPlatformSection__|__KGPlatformTable__) DETACH DELETE part }
CALL (ps) { UNWIND ps AS p MATCH (p)<-[:CLAIMED_IN]-(f:__KGPlatformUnprovenFact__) DETACH DELETE f }
CALL (ps) { UNWIND ps AS p MATCH (p)-[r:MENTIONS|REFERS_TO|NEXT]->(:__KGPlatformEntity__|__KGPlatformPassage__) DELETE r }
CALL (ps) { UNWIND ps AS p MATCH (p)<-[r:STATED_IN]-(:__KGPlatformStatement__) DELETE r }
RETURN [p IN ps | p.id] AS passages, [s IN ss | s.id] AS statements, things

// purpose: tie attachments to their messages, and messages to those that they answer; either may come first
// params: $rows: list<[documentId, attachedTo, messageId, replyTo]> - one a document; the URI of its message, its own Message-ID and that of the message it answers, or nulls
// returns: documents: integer
UNWIND $rows AS r
MATCH (d:__KGPlatformDocument__ {id: r[0]})
SET d.attachedTo = r[1], d.messageId = r[2], d.replyTo = r[3]
WITH collect(d) AS ds
CALL (ds) {
  UNWIND ds AS d
  MATCH (m:__KGPlatformDocument__ {uri: d.attachedTo})
  MERGE (d)-[:ATTACHED_TO]->(m)
}
CALL (ds) {
  UNWIND ds AS d
  MATCH (a:__KGPlatformDocument__ {attachedTo: d.uri})
  MERGE (a)-[:ATTACHED_TO]->(d)
}
CALL (ds) {
  UNWIND ds AS d
  MATCH (m:__KGPlatformDocument__ {messageId: d.replyTo})
  MERGE (d)-[:REPLIES_TO]->(m)
}
CALL (ds) {
  UNWIND ds AS d
  MATCH (a:__KGPlatformDocument__ {replyTo: d.messageId})
  MERGE (a)-[:REPLIES_TO]->(d)
}
RETURN size(ds) AS documents

// purpose: statements about what a document is about, with the Wikidata identifiers of their entities; names that were joined count as one entity
// params: $ids: list<string> - of statements
// returns: id: string, relation: string, subject: string, subject_qid: string or null, subject_type: string, object: string, object_qid: string or null, object_type: string (of a literal its datatype), document_id: string, title: string, sentence: string; a row for each passage that states it
UNWIND $ids AS id
MATCH (s:__KGPlatformStatement__ {id: id})-[:SUBJECT]->(a:__KGPlatformEntity__)
MATCH (s)-[:OBJECT]->(o:__KGPlatformEntity__|__KGPlatformLiteral__)
MATCH (s)-[stated:STATED_IN]->(p:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__)-[:ABOUT]->(a)
OPTIONAL MATCH (a)-[:SAME_AS]->(ac:__KGPlatformEntity__)
OPTIONAL MATCH (o)-[:SAME_AS]->(oc:__KGPlatformEntity__)
RETURN s.id AS id, s.relation AS relation, a.name AS subject, coalesce(a.qid, ac.qid) AS subject_qid,
       coalesce(a.type, 'Thing') AS subject_type,
       coalesce(o.name, o.value) AS object, coalesce(o.qid, oc.qid) AS object_qid,
       coalesce(o.type, o.datatype, 'Thing') AS object_type, d.id AS document_id, d.title AS title,
       substring(p.text, stated.start, stated.end - stated.start) AS sentence
ORDER BY id, p.id

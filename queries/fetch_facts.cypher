// purpose: plain statements in words, with where they are stated: some by id, and all that some passages state
// params: $ids: list<string> - of statements, $passage_ids: list<string>, $documents: list<string> or null - ids of the only documents that may state them; null: all
// returns: id: string, relation: string, canonical: string, subject: string, subject_type: string, object: string, object_type: string (of a literal its datatype), qualifiers: list<[relation, value]>, passage_id: string, start: integer, end: integer, attribution: string or null (who says so there); a row for each passage that states it
CALL () {
  UNWIND $ids AS id
  MATCH (s:__KGPlatformStatement__ {id: id})-[stated:STATED_IN]->(p:__KGPlatformPassage__)
  WHERE $documents IS NULL OR EXISTS { (p)-[:PART_OF]->(d:__KGPlatformDocument__) WHERE d.id IN $documents }
  RETURN s, stated, p
  UNION
  UNWIND $passage_ids AS id
  MATCH (p:__KGPlatformPassage__ {id: id})<-[stated:STATED_IN]-(s:__KGPlatformStatement__)
  RETURN s, stated, p
}
WITH s, stated, p WHERE s.isPlain
MATCH (s)-[:SUBJECT]->(subject:__KGPlatformEntity__|__KGPlatformPhrase__)
MATCH (s)-[:OBJECT]->(object:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
RETURN s.id AS id, s.relation AS relation, s.canonical AS canonical,
       subject.name AS subject, coalesce(subject.type, 'Thing') AS subject_type,
       coalesce(object.name, object.value) AS object,
       coalesce(object.type, object.datatype, 'Thing') AS object_type,
       [(s)-[q:QUALIFIER]->(t:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__) | [q.relation, coalesce(t.name, t.value)]] AS qualifiers,
       p.id AS passage_id, stated.start AS start, stated.end AS end,
       stated.attribution AS attribution
ORDER BY passage_id, start, id

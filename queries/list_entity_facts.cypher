// purpose: the statements that an entity takes part in under any of its names, by relation and time, each with the passages that state it
// params: $ids: list<string> - of the entity's names, $limit: integer - most statements, $documents: list<string> or null - ids of the only documents that state them; null: all
// returns: statement_id: string, subject_id: string, subject: string, relation: string, object_id: string, object: string, object_type: string (of a literal its datatype, else Phrase), qualifiers: list<map> - {relation, value, type}, polarity: string, modality: string, source: string - text or wikidata
// returns: sources: list<map> - {document_id, title, uri, page, passage_id, start, end, quote, attribution}
UNWIND $ids AS id
MATCH (:__KGPlatformEntity__ {id: id})<-[:SUBJECT|OBJECT|QUALIFIER]-(s:__KGPlatformStatement__)
WITH DISTINCT s
WHERE $documents IS NULL OR EXISTS { (s)-[:STATED_IN]->(:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__) WHERE d.id IN $documents }
WITH s, COLLECT {
       MATCH (s)-[:OBJECT|QUALIFIER]->(l:__KGPlatformLiteral__) WHERE l.from IS NOT NULL RETURN l.from ORDER BY l.from LIMIT 1
     }[0] AS day
ORDER BY s.relation, day, s.id LIMIT $limit
MATCH (s)-[:SUBJECT]->(a:__KGPlatformEntity__|__KGPlatformPhrase__)
MATCH (s)-[:OBJECT]->(o:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
WITH s, day, coalesce(head([(a)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), a) AS a,
     coalesce(head([(o)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), o) AS o
RETURN s.id AS statement_id, a.id AS subject_id, a.name AS subject, s.relation AS relation,
       o.id AS object_id, coalesce(o.name, o.value) AS object, coalesce(o.type, o.datatype, 'Phrase') AS object_type,
       COLLECT {
         MATCH (s)-[q:QUALIFIER]->(x:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
         OPTIONAL MATCH (x)-[:SAME_AS]->(c:__KGPlatformEntity__)
         RETURN {relation: q.relation, value: coalesce(c.name, x.name, x.value), type: coalesce(c.type, x.type, x.datatype, 'Phrase')}
         ORDER BY q.relation, x.id
       } AS qualifiers,
       coalesce(s.polarity, 'affirmed') AS polarity, coalesce(s.modality, 'asserted') AS modality,
       coalesce(s.source, 'text') AS source,
       COLLECT {
         MATCH (s)-[stated:STATED_IN]->(p:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__)
         WHERE $documents IS NULL OR d.id IN $documents
         RETURN {document_id: d.id, title: d.title, uri: d.uri, page: p.page, passage_id: p.id,
                 start: stated.start, end: stated.end,
                 quote: substring(p.text, stated.start, stated.end - stated.start),
                 attribution: coalesce(stated.attribution, '')}
         ORDER BY d.title, d.id, p.index, stated.start
       } AS sources
ORDER BY relation, day, statement_id

// purpose: the facts that a document states, in the order of its text; names that were joined are one entity
// params: $id: string - document id, $limit: integer - most facts
// returns: statement_id: string, relation: string, subject: map - {id, name, type}, object: map - {id, name, type}; of a literal its value and datatype, of words that name nothing the type Phrase
// returns: qualifiers: list<map> - {relation, value}, polarity: string, modality: string, source: string
// returns: passage_id: string, start: integer, end: integer, quote: string, attribution: string
MATCH (:__KGPlatformDocument__ {id: $id})<-[:PART_OF]-(p:__KGPlatformPassage__)<-[stated:STATED_IN]-(s:__KGPlatformStatement__)
WITH p, stated, s ORDER BY p.index, stated.start, s.id LIMIT $limit
MATCH (s)-[:SUBJECT]->(a:__KGPlatformEntity__|__KGPlatformPhrase__)
MATCH (s)-[:OBJECT]->(o:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
WITH p, stated, s, coalesce(head([(a)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), a) AS a,
     coalesce(head([(o)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), o) AS o
RETURN s.id AS statement_id, s.relation AS relation,
       {id: a.id, name: a.name, type: coalesce(a.type, 'Phrase')} AS subject,
       {id: o.id, name: coalesce(o.name, o.value), type: coalesce(o.type, o.datatype, 'Phrase')} AS object,
       COLLECT {
         MATCH (s)-[r:QUALIFIER]->(x:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
         RETURN {relation: r.relation, value: coalesce(x.name, x.value)} ORDER BY r.relation, x.id
       } AS qualifiers,
       coalesce(s.polarity, 'affirmed') AS polarity, coalesce(s.modality, 'asserted') AS modality,
       coalesce(s.source, 'text') AS source, p.id AS passage_id, stated.start AS start, stated.end AS end,
       substring(p.text, stated.start, stated.end - stated.start) AS quote,
       coalesce(stated.attribution, '') AS attribution
ORDER BY p.index, start, statement_id

// purpose: the statements that some passages state, in words
// params: $passage_ids: list<string>
// returns: id: string, subject: string, relation: string, object: string, qualifiers: list<[relation, value]>, passage_id: string, start: integer, end: integer, polarity: string, modality: string, attribution: string or null (who says so there), text: string
UNWIND $passage_ids AS passage_id
MATCH (p:__KGPlatformPassage__ {id: passage_id})<-[stated:STATED_IN]-(s:__KGPlatformStatement__)
MATCH (s)-[:SUBJECT]->(subject:__KGPlatformEntity__|__KGPlatformPhrase__)
MATCH (s)-[:OBJECT]->(object:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
RETURN s.id AS id, subject.name AS subject, s.relation AS relation,
       coalesce(object.name, object.value) AS object,
       [(s)-[q:QUALIFIER]->(t:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__) | [q.relation, coalesce(t.name, t.value)]] AS qualifiers,
       p.id AS passage_id, stated.start AS start, stated.end AS end, s.polarity AS polarity,
       s.modality AS modality, stated.attribution AS attribution, s.text AS text
ORDER BY p.id, start, id

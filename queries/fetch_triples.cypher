// purpose: the plain statements that some passages state, with their vectors and with the entities that they have in common with others
// params: $passage_ids: list<string>
// returns: id: string, subject: string, relation: string, object: string, qualifiers: list<[relation, value]>, things: list<string> (ids of entities, under their canonical names: the statement's, and what its document is about), text: string, passage_id: string, start: integer, end: integer, attribution: string or null (who says so there), embedding: list<float> or null; in the order of the passages
UNWIND range(0, size($passage_ids) - 1) AS i
MATCH (p:__KGPlatformPassage__ {id: $passage_ids[i]})<-[stated:STATED_IN]-(s:__KGPlatformStatement__) WHERE s.isPlain
MATCH (s)-[:SUBJECT]->(subject:__KGPlatformEntity__|__KGPlatformPhrase__)
MATCH (s)-[:OBJECT]->(object:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
RETURN s.id AS id, subject.name AS subject, s.relation AS relation,
       coalesce(object.name, object.value) AS object,
       [(s)-[q:QUALIFIER]->(t:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__) | [q.relation, coalesce(t.name, t.value)]] AS qualifiers,
       [t IN [(s)-[:SUBJECT|OBJECT|QUALIFIER]->(x:__KGPlatformEntity__) | x] + [(p)-[:PART_OF]->(:__KGPlatformDocument__)-[:ABOUT]->(x:__KGPlatformEntity__) | x]
         | coalesce(head([(t)-[:SAME_AS]->(name:__KGPlatformEntity__) | name.id]), t.id)] AS things,
       s.text AS text, p.id AS passage_id, stated.start AS start, stated.end AS end, stated.attribution AS attribution,
       head([(s)-[:HAS_EMBEDDING]->(e:__KGPlatformStatementEmbedding__) | e.vector]) AS embedding
ORDER BY i, start, id

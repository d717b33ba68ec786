// purpose: the statements that some passages state, with their vectors and with the things that they have in common with others
// params: $passage_ids: list<string>
// returns: id: string, subject: string, relation: string, object: string, qualifiers: list<[relation, value]>, things: list<string> (ids of entities, under their canonical names: the statement's, and what its document is about), text: string, passage_id: string, start: integer, end: integer, embedding: list<float> or null; in the order of the passages
UNWIND range(0, size($passage_ids) - 1) AS i
MATCH (p:Passage {id: $passage_ids[i]})<-[stated:STATED_IN]-(s:Statement)
MATCH (s)-[:SUBJECT]->(subject)
MATCH (s)-[:OBJECT]->(object)
RETURN s.id AS id, subject.name AS subject, s.relation AS relation,
       coalesce(object.name, object.value) AS object,
       [(s)-[q:QUALIFIER]->(t) | [q.relation, coalesce(t.name, t.value)]] AS qualifiers,
       [t IN [(s)-[:SUBJECT|OBJECT|QUALIFIER]->(x:Entity) | x] + [(p)-[:PART_OF]->()-[:ABOUT]->(x) | x]
         | coalesce(head([(t)-[:SAME_AS]->(name) | name.id]), t.id)] AS things,
       s.text AS text, p.id AS passage_id, stated.start AS start, stated.end AS end,
       s.embedding AS embedding
ORDER BY i, start, id

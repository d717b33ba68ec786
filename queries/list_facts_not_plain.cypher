// purpose: list what is denied, planned, supposed or claimed, which no other query takes as a fact
// group: Facts
// params: $kind: string = null - denied, or one modality: future, planned, obliged, permitted, supposed, claimed; null lists all
// params: $limit: integer = 50 - most rows to list
// returns: statement_id: string, subject: string, relation: string, object: string
// returns: qualifiers: list<map> - relation and value
// returns: polarity: string, modality: string, attribution: string or null - who says so there
// returns: document: string - title of what states it, quote: string - the words that do; a row for each place
MATCH (s:__KGPlatformStatement__)
WHERE NOT s.isPlain AND ($kind IS NULL OR $kind IN [s.polarity, s.modality])
WITH s ORDER BY s.polarity DESC, s.modality, s.relation, s.id LIMIT $limit
MATCH (s)-[:SUBJECT]->(subject:__KGPlatformEntity__|__KGPlatformPhrase__)
MATCH (s)-[:OBJECT]->(object:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
MATCH (s)-[stated:STATED_IN]->(p:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__)
RETURN s.id AS statement_id, coalesce(head([(subject)-[:SAME_AS]->(c:__KGPlatformEntity__) | c.name]), subject.name) AS subject, s.relation AS relation,
       coalesce(head([(object)-[:SAME_AS]->(c:__KGPlatformEntity__) | c.name]), object.name, object.value) AS object,
       [(s)-[q:QUALIFIER]->(x:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__) | {relation: q.relation, value: coalesce(head([(x)-[:SAME_AS]->(c:__KGPlatformEntity__) | c.name]), x.name, x.value)}] AS qualifiers,
       s.polarity AS polarity, s.modality AS modality, stated.attribution AS attribution,
       d.title AS document, substring(p.text, stated.start, stated.end - stated.start) AS quote
ORDER BY polarity DESC, modality, relation, statement_id, document

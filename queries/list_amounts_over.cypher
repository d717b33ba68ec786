// purpose: list the plain facts with an amount of money over a number, the largest first
// group: Facts
// params: $amount: float - only larger ones are listed
// params: $currency: string = null - its ISO 4217 code: EUR, USD; null lists amounts of any
// params: $limit: integer = 50 - most facts to list
// returns: statement_id: string, subject: string, relation: string, object: string
// returns: qualifiers: list<map> - relation and value
// returns: number: float, currency: string
// returns: document: string - the title of one that states it, quote: string - the words that do
MATCH (l:__KGPlatformLiteral__)
WHERE l.number > $amount AND l.currency IS NOT NULL AND ($currency IS NULL OR l.currency = $currency)
MATCH (l)<-[:OBJECT|QUALIFIER]-(s:__KGPlatformStatement__) WHERE s.isPlain
WITH DISTINCT s, l ORDER BY l.number DESC, s.id LIMIT $limit
MATCH (s)-[:SUBJECT]->(subject:__KGPlatformEntity__|__KGPlatformPhrase__)
MATCH (s)-[:OBJECT]->(object:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
CALL (s) {
  MATCH (s)-[stated:STATED_IN]->(p:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__)
  RETURN stated, p, d ORDER BY d.title, p.index, stated.start LIMIT 1
}
RETURN s.id AS statement_id, coalesce(head([(subject)-[:SAME_AS]->(c:__KGPlatformEntity__) | c.name]), subject.name) AS subject, s.relation AS relation,
       coalesce(head([(object)-[:SAME_AS]->(c:__KGPlatformEntity__) | c.name]), object.name, object.value) AS object,
       [(s)-[q:QUALIFIER]->(x:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__) | {relation: q.relation, value: coalesce(head([(x)-[:SAME_AS]->(c:__KGPlatformEntity__) | c.name]), x.name, x.value)}] AS qualifiers,
       l.number AS number, l.currency AS currency, d.title AS document,
       substring(p.text, stated.start, stated.end - stated.start) AS quote
ORDER BY number DESC, statement_id

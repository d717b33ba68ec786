// purpose: list the plain facts that hold at a time: one of their dates covers it, or it lies between their start time and end time
// group: Facts
// params: $time: string - a day, month or year: 2024-05-03, 2024-05 or 2024
// params: $limit: integer = 50 - most facts to list
// returns: statement_id: string, subject: string, relation: string, object: string
// returns: qualifiers: list<map> - relation and value
// returns: time: string - the date as the text writes it, from: date or null, to: date or null - its first and last day; null: open
// returns: document: string - the title of one that states it, quote: string - the words that do
WITH toString($time) AS time
WITH date(time) AS first,
     date(time) + CASE size(time) WHEN 4 THEN duration({years: 1}) WHEN 7 THEN duration({months: 1}) ELSE duration({days: 1}) END - duration({days: 1}) AS last
CALL (first, last) {
  MATCH (l:__KGPlatformLiteral__) WHERE l.from <= last
  MATCH (l)<-[part:OBJECT|QUALIFIER]-(s:__KGPlatformStatement__)
  WHERE coalesce(l.to >= first, true) OR part.relation = 'start time'
  RETURN s, l
  UNION
  MATCH (l:__KGPlatformLiteral__) WHERE l.to >= first
  MATCH (l)<-[part:OBJECT|QUALIFIER]-(s:__KGPlatformStatement__)
  WHERE l.from IS NULL OR part.relation = 'end time'
  RETURN s, l
}
WITH s, l, first, last
WHERE s.isPlain
  AND NOT EXISTS { (s)-[:QUALIFIER {relation: 'start time'}]->(x:__KGPlatformLiteral__) WHERE x.from > last }
  AND NOT EXISTS { (s)-[:QUALIFIER {relation: 'end time'}]->(x:__KGPlatformLiteral__) WHERE x.to < first }
WITH s, l ORDER BY l.from DESC, l.id
WITH s, head(collect(l)) AS l
ORDER BY l.from DESC, s.id LIMIT $limit
MATCH (s)-[:SUBJECT]->(subject:__KGPlatformEntity__|__KGPlatformPhrase__)
MATCH (s)-[:OBJECT]->(object:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
CALL (s) {
  MATCH (s)-[stated:STATED_IN]->(p:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__)
  RETURN stated, p, d ORDER BY d.title, p.index, stated.start LIMIT 1
}
RETURN s.id AS statement_id, coalesce(head([(subject)-[:SAME_AS]->(c:__KGPlatformEntity__) | c.name]), subject.name) AS subject, s.relation AS relation,
       coalesce(head([(object)-[:SAME_AS]->(c:__KGPlatformEntity__) | c.name]), object.name, object.value) AS object,
       [(s)-[q:QUALIFIER]->(x:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__) | {relation: q.relation, value: coalesce(head([(x)-[:SAME_AS]->(c:__KGPlatformEntity__) | c.name]), x.name, x.value)}] AS qualifiers,
       l.value AS time, l.from AS from, l.to AS to, d.title AS document,
       substring(p.text, stated.start, stated.end - stated.start) AS quote
ORDER BY from DESC, statement_id

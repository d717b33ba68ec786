// purpose: what an entity is tied to by statements, under all its names, by relation and time; names that were joined are one entity
// params: $id: string - of the entity, $relation: string or null - this one alone, in any case, $type: string or null - of the other end; null: all, $skip: integer, $limit: integer - most statements
// params: $documents: list<string> or null - ids of the only documents that state them; null: all
// params: $time: string or null - a day, month or year in which they hold: 2024-05-03, 2024-05 or 2024
// returns: statement_id: string, relation: string, subject: map - {id, name, type}, object: map - {id, name, type}; of a literal its value and datatype, of words that name nothing the type Phrase
// returns: qualifiers: list<map> - {relation, value}, polarity: string, modality: string, source: string - text or wikidata, passage_id: string or null, document: string or null - its title, start: integer or null, end: integer or null, quote: string or null, attribution: string
WITH date($time) AS first,
     date($time) + CASE size($time) WHEN 4 THEN duration({years: 1}) WHEN 7 THEN duration({months: 1}) ELSE duration({days: 1}) END - duration({days: 1}) AS last
MATCH (named:__KGPlatformEntity__ {id: $id})
WITH first, last, coalesce(head([(named)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), named) AS e
UNWIND [e] + [(e)<-[:SAME_AS]-(m:__KGPlatformEntity__) | m] AS name
MATCH (name)<-[:SUBJECT|OBJECT]-(s:__KGPlatformStatement__)
WITH DISTINCT first, last, e, s
WHERE ($relation IS NULL OR toLower(s.relation) = toLower($relation))
  AND ($documents IS NULL OR EXISTS { (s)-[:STATED_IN]->(:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__) WHERE d.id IN $documents })
  AND ($time IS NULL
    OR EXISTS {
      (s)-[part:OBJECT|QUALIFIER]->(l:__KGPlatformLiteral__)
      WHERE l.from <= last AND (coalesce(l.to >= first, true) OR part.relation = 'start time')
         OR l.to >= first AND (l.from IS NULL OR part.relation = 'end time')
    }
    AND NOT EXISTS { (s)-[:QUALIFIER {relation: 'start time'}]->(x:__KGPlatformLiteral__) WHERE x.from > last }
    AND NOT EXISTS { (s)-[:QUALIFIER {relation: 'end time'}]->(x:__KGPlatformLiteral__) WHERE x.to < first })
MATCH (s)-[:SUBJECT]->(a:__KGPlatformEntity__|__KGPlatformPhrase__)
MATCH (s)-[:OBJECT]->(o:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
WITH e, s, coalesce(head([(a)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), a) AS a,
     coalesce(head([(o)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), o) AS o
WITH s, a, o, CASE WHEN a = e THEN o ELSE a END AS other
WHERE $type IS NULL OR coalesce(other.type, other.datatype, 'Phrase') = $type
WITH s, a, o, COLLECT {
       MATCH (s)-[:OBJECT|QUALIFIER]->(l:__KGPlatformLiteral__) WHERE l.from IS NOT NULL RETURN l.from ORDER BY l.from LIMIT 1
     }[0] AS day
ORDER BY s.relation, day, s.id SKIP $skip LIMIT $limit
CALL (s) {
  OPTIONAL MATCH (s)-[stated:STATED_IN]->(p:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__)
  WHERE $documents IS NULL OR d.id IN $documents
  RETURN stated, p, d ORDER BY d.title, p.index, stated.start LIMIT 1
}
RETURN s.id AS statement_id, s.relation AS relation,
       {id: a.id, name: a.name, type: coalesce(a.type, 'Phrase')} AS subject,
       {id: o.id, name: coalesce(o.name, o.value), type: coalesce(o.type, o.datatype, 'Phrase')} AS object,
       COLLECT {
         MATCH (s)-[q:QUALIFIER]->(x:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
         OPTIONAL MATCH (x)-[:SAME_AS]->(c:__KGPlatformEntity__)
         RETURN {relation: q.relation, value: coalesce(c.name, x.name, x.value)} ORDER BY q.relation, x.id
       } AS qualifiers,
       coalesce(s.polarity, 'affirmed') AS polarity, coalesce(s.modality, 'asserted') AS modality,
       coalesce(s.source, 'text') AS source, p.id AS passage_id, d.title AS document, stated.start AS start, stated.end AS end,
       substring(p.text, stated.start, stated.end - stated.start) AS quote,
       coalesce(stated.attribution, '') AS attribution
ORDER BY relation, day, statement_id

// purpose: list the statements about an entity under all its names, a row for each passage that states one; names that were joined are one entity
// group: Facts
// params: $name: string - a name of it in any case, or an alias as it is written
// params: $limit: integer = 50 - most statements to list
// returns: statement_id: string, subject: string, relation: string, object: string
// returns: qualifiers: list<map> - relation and value
// returns: polarity: string, modality: string, attribution: string or null - who says so in that passage
// returns: document: string - its title
// returns: passage: string - its text, quote: string - the words of it that state the fact
// returns: start: integer, end: integer - the stating span of that text, in Unicode code points
MATCH (named:__KGPlatformEntity__)
WHERE toLower(trim($name)) IN [toLower(named.name), named.normalizedName, toLower(named.writtenName)] OR trim($name) IN named.aliases
WITH DISTINCT coalesce(head([(named)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), named) AS one
UNWIND [one] + [(one)<-[:SAME_AS]-(m:__KGPlatformEntity__) | m] AS e
MATCH (e)<-[:SUBJECT|OBJECT|QUALIFIER]-(s:__KGPlatformStatement__)
WITH DISTINCT s ORDER BY s.relation, s.id LIMIT $limit
MATCH (s)-[:SUBJECT]->(subject:__KGPlatformEntity__|__KGPlatformPhrase__)
MATCH (s)-[:OBJECT]->(object:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
OPTIONAL MATCH (s)-[stated:STATED_IN]->(p:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__)
RETURN s.id AS statement_id,
       coalesce(head([(subject)-[:SAME_AS]->(c:__KGPlatformEntity__) | c.name]), subject.name) AS subject,
       s.relation AS relation,
       coalesce(head([(object)-[:SAME_AS]->(c:__KGPlatformEntity__) | c.name]), object.name, object.value) AS object,
       [(s)-[q:QUALIFIER]->(x:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__) | {relation: q.relation, value: coalesce(head([(x)-[:SAME_AS]->(c:__KGPlatformEntity__) | c.name]), x.name, x.value)}] AS qualifiers,
       s.polarity AS polarity,
       s.modality AS modality,
       stated.attribution AS attribution,
       d.title AS document,
       p.text AS passage,
       substring(p.text, stated.start, stated.end - stated.start) AS quote,
       stated.start AS start,
       stated.end AS end
ORDER BY relation, statement_id, document, start

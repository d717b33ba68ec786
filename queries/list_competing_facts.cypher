// purpose: list entities of which different things are said where most entities have one: a relation that holds with one object for nine of ten subjects, and with several for this one; names that were joined are one entity
// group: Facts
// params: $share: float = 0.9 - of the subjects that have one object, at the least
// params: $subjects: integer = 5 - that the relation has, at the least
// params: $limit: integer = 50 - most entities
// returns: subject: string, relation: string, share: float - of the relation's subjects that have one object
// returns: objects: list<map> - {object, document, quote}
MATCH (s:__KGPlatformStatement__ {isPlain: true})-[:SUBJECT]->(x:__KGPlatformEntity__)
MATCH (s)-[:OBJECT]->(y:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
WITH coalesce(s.canonical, s.relation) AS relation, s,
     coalesce(head([(x)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), x) AS subject,
     coalesce(head([(y)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), y) AS object
WITH relation, subject, collect(s) AS statements,
     count(DISTINCT toLower(coalesce(object.name, object.value))) AS objects
WITH relation, collect({subject: subject, statements: statements, objects: objects}) AS subjects
WITH relation, subjects, toFloat(size([one IN subjects WHERE one.objects = 1])) / size(subjects) AS share
WHERE size(subjects) >= $subjects AND share >= $share AND share < 1
UNWIND [one IN subjects WHERE one.objects > 1] AS one
WITH relation, share, one.subject AS subject, one.statements AS statements
ORDER BY share DESC, relation, subject.name, subject.id LIMIT $limit
RETURN subject.name AS subject, relation, share,
       COLLECT {
         UNWIND statements AS s
         MATCH (s)-[:OBJECT]->(y:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
         OPTIONAL MATCH (s)-[stated:STATED_IN]->(p:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__)
         RETURN {object: coalesce(y.name, y.value), document: d.title, quote: substring(p.text, stated.start, stated.end - stated.start)}
         ORDER BY y.id, d.title, p.index
       } AS objects

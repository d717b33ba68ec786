// purpose: list facts that one text affirms and another denies, with the words of both; names that were joined are one entity
// group: Facts
// params: $limit: integer = 50 - most facts
// returns: subject: string, relation: string, object: string
// returns: affirmed: list<map> - {document, quote, attribution}, denied: list<map> - the same
MATCH (no:__KGPlatformStatement__ {polarity: 'denied'})-[:SUBJECT]->(x:__KGPlatformEntity__)
MATCH (no)-[:OBJECT]->(y:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
WITH no, coalesce(head([(x)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), x) AS subject,
     coalesce(head([(y)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), y) AS object
UNWIND [subject] + [(subject)<-[:SAME_AS]-(m:__KGPlatformEntity__) | m] AS name
MATCH (name)<-[:SUBJECT]-(yes:__KGPlatformStatement__ {polarity: 'affirmed', modality: 'asserted'})
WHERE coalesce(yes.canonical, yes.relation) = coalesce(no.canonical, no.relation)
MATCH (yes)-[:OBJECT]->(z:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
WHERE coalesce(head([(z)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), z) = object
   OR toLower(coalesce(z.name, z.value)) = toLower(coalesce(object.name, object.value))
WITH subject, no.relation AS relation, object, collect(DISTINCT yes) AS yes, collect(DISTINCT no) AS no
ORDER BY subject.name, relation, subject.id, object.id LIMIT $limit
RETURN subject.name AS subject, relation, coalesce(object.name, object.value) AS object,
       COLLECT {
         UNWIND yes AS s
         MATCH (s)-[stated:STATED_IN]->(p:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__)
         RETURN {document: d.title, quote: substring(p.text, stated.start, stated.end - stated.start), attribution: stated.attribution}
         ORDER BY d.title, p.index, stated.start
       } AS affirmed,
       COLLECT {
         UNWIND no AS s
         MATCH (s)-[stated:STATED_IN]->(p:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__)
         RETURN {document: d.title, quote: substring(p.text, stated.start, stated.end - stated.start), attribution: stated.attribution}
         ORDER BY d.title, p.index, stated.start
       } AS denied

// purpose: some statements in words, each with the first passage that states it, in the order of the ids
// params: $ids: list<string> - statement ids
// returns: statement_id: string, relation: string, subject: map - {id, name, type}, object: map - {id, name, type}; of a literal its value and datatype, of words that name nothing the type Phrase
// returns: qualifiers: list<map> - {relation, value}, polarity: string, modality: string, source: string - text or wikidata, passage_id: string or null, document: string or null - its title, start: integer or null, end: integer or null, quote: string or null, attribution: string
UNWIND range(0, size($ids) - 1) AS place
MATCH (s:__KGPlatformStatement__ {id: $ids[place]})
MATCH (s)-[:SUBJECT]->(a:__KGPlatformEntity__|__KGPlatformPhrase__)
MATCH (s)-[:OBJECT]->(o:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
WITH place, s, coalesce(head([(a)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), a) AS a,
     coalesce(head([(o)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), o) AS o
CALL (s) {
  OPTIONAL MATCH (s)-[stated:STATED_IN]->(p:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__)
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
ORDER BY place

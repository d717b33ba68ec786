// purpose: the facts behind an answer: those that it cites first, then those that its passages state; names that were joined are one entity
// params: $id: string - question id, $limit: integer - most facts
// returns: statement_id: string, is_cited: boolean, relation: string, subject: map - {id, name, type}, object: map - {id, name, type}; of a literal its value and datatype, of words that name nothing the type Phrase
// returns: qualifiers: list<map> - {relation, value}, polarity: string, modality: string, source: string - text or wikidata
// returns: passage_id: string or null, document: string or null - its title, start: integer or null, end: integer or null, quote: string or null, attribution: string
MATCH (q:__KGPlatformQuestion__ {id: $id})
CALL (q) {
  MATCH (q)-[cites:CITES]->(s:__KGPlatformStatement__)
  RETURN s, cites.rank AS rank, true AS is_cited
  UNION
  MATCH (q)-[cites:CITES]->(:__KGPlatformPassage__)<-[:STATED_IN]-(s:__KGPlatformStatement__)
  WHERE NOT EXISTS { (q)-[:CITES]->(s) }
  RETURN s, min(cites.rank) AS rank, false AS is_cited
}
WITH s, rank, is_cited ORDER BY is_cited DESC, rank, s.id LIMIT $limit
MATCH (s)-[:SUBJECT]->(a:__KGPlatformEntity__|__KGPlatformPhrase__)
MATCH (s)-[:OBJECT]->(o:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
WITH s, rank, is_cited, coalesce(head([(a)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), a) AS a,
     coalesce(head([(o)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), o) AS o
CALL (s) {
  OPTIONAL MATCH (s)-[stated:STATED_IN]->(p:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__)
  RETURN stated, p, d ORDER BY d.title, p.index, stated.start LIMIT 1
}
RETURN s.id AS statement_id, is_cited, s.relation AS relation,
       {id: a.id, name: a.name, type: coalesce(a.type, 'Phrase')} AS subject,
       {id: o.id, name: coalesce(o.name, o.value), type: coalesce(o.type, o.datatype, 'Phrase')} AS object,
       COLLECT {
         MATCH (s)-[r:QUALIFIER]->(x:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
         RETURN {relation: r.relation, value: coalesce(x.name, x.value)} ORDER BY r.relation, x.id
       } AS qualifiers,
       coalesce(s.polarity, 'affirmed') AS polarity, coalesce(s.modality, 'asserted') AS modality,
       coalesce(s.source, 'text') AS source, p.id AS passage_id, d.title AS document,
       stated.start AS start, stated.end AS end,
       substring(p.text, stated.start, stated.end - stated.start) AS quote,
       coalesce(stated.attribution, '') AS attribution
ORDER BY is_cited DESC, rank, statement_id

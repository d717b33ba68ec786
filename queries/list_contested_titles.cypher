// purpose: names that several documents are about, or were, with what each of these documents says of the kind and birth of the entity
// params: none
// returns: id: string (the plain entity), document: string, entity: string (what stands for it there now), types: list<string> (of its mentions there), births: list<string> (values of its dates of birth there)
MATCH (some:__KGPlatformEntity__)
WHERE COUNT { (some)<-[:ABOUT]-(:__KGPlatformDocument__) } > 1 OR some.senseOf IS NOT NULL
WITH DISTINCT coalesce(some.senseOf, some.id) AS id
CALL (id) {
  MATCH (e:__KGPlatformEntity__ {id: id}) RETURN e
  UNION ALL
  MATCH (e:__KGPlatformEntity__ {senseOf: id}) RETURN e
}
MATCH (d:__KGPlatformDocument__)-[:ABOUT]->(e)
RETURN id, d.id AS document, e.id AS entity,
       COLLECT { MATCH (d)<-[:PART_OF]-(:__KGPlatformPassage__)-[m:MENTIONS]->(e) RETURN m.type } AS types,
       COLLECT {
         MATCH (e)<-[:SUBJECT]-(s:__KGPlatformStatement__ {isPlain: true})-[:OBJECT|QUALIFIER]->(l:__KGPlatformLiteral__ {datatype: 'date'})
         WHERE s.relation IN ['date of birth', 'place of birth'] AND EXISTS { (s)-[:STATED_IN]->(:__KGPlatformPassage__)-[:PART_OF]->(d) }
         RETURN l.value
       } AS births
ORDER BY id, document

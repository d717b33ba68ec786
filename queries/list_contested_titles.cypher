// purpose: names that several documents are about, or were, with what each of these documents says of the kind and birth of the thing
// params: none
// returns: id: string (the plain entity), document: string, entity: string (what stands for it there now), types: list<string> (of its mentions there), births: list<string> (values of its dates of birth there)
MATCH (some:Entity)
WHERE COUNT { (some)<-[:ABOUT]-() } > 1 OR some.senseOf IS NOT NULL
WITH DISTINCT coalesce(some.senseOf, some.id) AS id
CALL (id) {
  MATCH (e:Entity {id: id}) RETURN e
  UNION ALL
  MATCH (e:Entity {senseOf: id}) RETURN e
}
MATCH (d:Document)-[:ABOUT]->(e)
RETURN id, d.id AS document, e.id AS entity,
       COLLECT { MATCH (d)<-[:PART_OF]-()-[m:MENTIONS]->(e) RETURN m.type } AS types,
       COLLECT {
         MATCH (e)<-[:SUBJECT]-(s:Statement {relation: 'date of birth'})-[:OBJECT]->(l:Literal)
         WHERE EXISTS { (s)-[:STATED_IN]->()-[:PART_OF]->(d) }
         RETURN l.value
       } AS births
ORDER BY id, document

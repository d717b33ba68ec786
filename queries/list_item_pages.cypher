// purpose: the documents about Wikidata items; those made of Wikidata's own statements are left out
// params: $qids: list<string>
// returns: qid: string, document_id: string
MATCH (e:Entity) WHERE e.qid IN $qids
CALL (e) {
  RETURN e AS one
  UNION
  MATCH (e)-[:SAME_AS]-(one)
  RETURN one
}
MATCH (one)<-[:ABOUT]-(d)
WHERE NOT EXISTS { (d)<-[:PART_OF]-()<-[:STATED_IN]-(:Statement {source: 'wikidata'}) }
RETURN DISTINCT e.qid AS qid, d.id AS document_id
ORDER BY qid, document_id

// purpose: the documents about Wikidata items; those made of Wikidata's own statements are left out
// params: $qids: list<string>
// returns: qid: string, document_id: string
MATCH (e:__KGPlatformEntity__) WHERE e.qid IN $qids
CALL (e) {
  RETURN e AS one
  UNION
  MATCH (e)-[:SAME_AS]-(one:__KGPlatformEntity__)
  RETURN one
}
MATCH (one)<-[:ABOUT]-(d:__KGPlatformDocument__)
WHERE NOT EXISTS { (d)<-[:PART_OF]-(:__KGPlatformPassage__)<-[:STATED_IN]-(:__KGPlatformStatement__ {source: 'wikidata'}) }
RETURN DISTINCT e.qid AS qid, d.id AS document_id
ORDER BY qid, document_id

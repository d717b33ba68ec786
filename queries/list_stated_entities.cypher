// purpose: a page of the entities that statements are about, with the documents that state these
// params: $after: string - id of the last one of the page before, '' for the first page, $limit: integer - most entities
// returns: id: string, name: string - as texts write it, documents: list<string> - ids
MATCH (e:__KGPlatformEntity__) WHERE e.id > $after AND EXISTS { (e)<-[:SUBJECT]-(:__KGPlatformStatement__) }
WITH e ORDER BY e.id LIMIT $limit
CALL (e) {
  MATCH (e)<-[:SUBJECT]-(:__KGPlatformStatement__)-[:STATED_IN]->(:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__)
  RETURN collect(DISTINCT d.id) AS documents
}
RETURN e.id AS id, coalesce(e.writtenName, e.name) AS name, documents
ORDER BY id

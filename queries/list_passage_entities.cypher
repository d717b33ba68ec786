// purpose: a page of the passages by id, with the entities they mention and those their document is about, each under the one it is the same as; entities named once in the whole graph are left out
// params: $after: string - the last id of the page before, '' to begin, $limit: integer - passages a page
// returns: last: string or null (null: no more), mentioned: list<list<string>>, about: list<list<string>>; one row
MATCH (p:__KGPlatformPassage__) WHERE p.id > $after
WITH p ORDER BY p.id LIMIT $limit
CALL (p) {
  MATCH (p)-[:MENTIONS]->(e:__KGPlatformEntity__)
  WHERE e:Resolved OR COUNT { (e)<-[:MENTIONS|ABOUT]-(:__KGPlatformPassage__|__KGPlatformDocument__) } > 1
  WITH CASE WHEN e:Resolved THEN coalesce(head([(e)-[:SAME_AS]->(c:__KGPlatformEntity__) | c.id]), e.id) ELSE e.id END AS id
  RETURN collect(DISTINCT id) AS mentioned
}
CALL (p) {
  MATCH (p)-[:PART_OF]->(:__KGPlatformDocument__)-[:ABOUT]->(e:__KGPlatformEntity__)
  WHERE e:Resolved OR COUNT { (e)<-[:MENTIONS|ABOUT]-(:__KGPlatformPassage__|__KGPlatformDocument__) } > 1
  WITH CASE WHEN e:Resolved THEN coalesce(head([(e)-[:SAME_AS]->(c:__KGPlatformEntity__) | c.id]), e.id) ELSE e.id END AS id
  RETURN collect(DISTINCT id) AS about
}
RETURN max(p.id) AS last, collect(mentioned) AS mentioned, collect(about) AS about

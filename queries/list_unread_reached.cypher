// purpose: passages that name what HOLMES's traversal came to, by any of its names, that state nothing, and that an extractor did not read before; those of the earliest level first, then those that name most
// params: $entities: list<string> - ids where the walk began, $ids: list<string> - of the statements reached, $levels: list<integer> - at which level each was, $documents: list<string> or null - ids of the only documents; null: all, $extractor: string - by whom they would be read, $hub: integer - passages naming an entity beyond which it leads to none, $limit: integer - most passages
// returns: id: string
CALL () {
  UNWIND $entities AS id
  MATCH (e:__KGPlatformEntity__ {id: id})
  RETURN e, 0 AS level
  UNION ALL
  UNWIND range(0, size($ids) - 1) AS i
  MATCH (:__KGPlatformStatement__ {id: $ids[i]})-[:SUBJECT|OBJECT|QUALIFIER]->(e:__KGPlatformEntity__)
  RETURN e, $levels[i] AS level
}
UNWIND [e] + CASE WHEN e:Resolved THEN COLLECT { MATCH (e) ((:__KGPlatformEntity__)-[:SAME_AS]-(:__KGPlatformEntity__)){1,2} (other:__KGPlatformEntity__) RETURN other } ELSE [] END AS name
WITH name AS e, min(level) AS level
WHERE COUNT { (e)<-[:MENTIONS]-(:__KGPlatformPassage__) } <= $hub
MATCH (e)<-[:MENTIONS]-(p:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__)
WHERE ($documents IS NULL OR d.id IN $documents)
  AND NOT EXISTS { (p)<-[:STATED_IN]-(:__KGPlatformStatement__) } AND NOT $extractor IN coalesce(p.readBy, [])
WITH p, min(level) AS level, count(DISTINCT e) AS named
RETURN p.id AS id ORDER BY level, named DESC, id LIMIT $limit

// purpose: list the passages of a document in order, each with how much was read in it
// group: Documents
// params: $document: string - its title, id or uri
// params: $limit: integer = 200 - most passages
// returns: index: integer, page: integer or null, start: integer, end: integer - in the document's text, entities: integer - that it names, statements: integer - that it states, stated: float - share of its characters that state one, failure: string or null - why no model could read it
CALL () {
  MATCH (d:__KGPlatformDocument__ {id: $document}) RETURN d
  UNION
  MATCH (d:__KGPlatformDocument__ {uri: $document}) RETURN d
  UNION
  MATCH (d:__KGPlatformDocument__) WHERE d.title = $document RETURN d
}
MATCH (d)<-[:PART_OF]-(p:__KGPlatformPassage__)
WITH p ORDER BY p.index LIMIT $limit
CALL (p) {
  OPTIONAL MATCH (p)<-[s:STATED_IN]-(f:__KGPlatformStatement__)
  WITH p, f, s ORDER BY s.start, s.end
  WITH p, count(DISTINCT f) AS statements, collect([s.start, s.end]) AS spans
  RETURN statements,
         reduce(sum = [0, 0], span IN [x IN spans WHERE x[0] IS NOT NULL] |
           CASE WHEN span[1] <= sum[1] THEN sum
                ELSE [sum[0] + span[1] - CASE WHEN span[0] > sum[1] THEN span[0] ELSE sum[1] END, span[1]] END)[0] AS covered
}
RETURN p.index AS index, p.page AS page, p.start AS start, p.end AS end,
       COUNT { MATCH (p)-[:MENTIONS]->(e:__KGPlatformEntity__) RETURN DISTINCT e } AS entities,
       statements, round(toFloat(covered) / CASE WHEN size(p.text) = 0 THEN 1 ELSE size(p.text) END, 2) AS stated,
       p.extractionFailure AS failure
ORDER BY index

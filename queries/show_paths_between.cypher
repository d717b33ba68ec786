// purpose: the shortest ways from one entity to another over plain statements, each step with the words that state it; names that were joined are one entity
// group: Entities
// params: $from: string - a name of the one, in any case
// params: $to: string - a name of the other
// params: $limit: integer = 5 - most ways
// returns: path: path, steps: list<string> - subject, relation and object of each statement, quotes: list<string> - the words that state it
MATCH (a:__KGPlatformEntity__ {normalizedName: toLower(trim($from))})
MATCH (b:__KGPlatformEntity__ {normalizedName: toLower(trim($to))})
MATCH path = SHORTEST 5 (a) ((:__KGPlatformEntity__)-[r:RELATED|SAME_AS]-(:__KGPlatformEntity__)
  WHERE r.statementId IS NULL OR EXISTS { (:__KGPlatformStatement__ {id: r.statementId, isPlain: true}) }){1,8} (b)
WITH path, [step IN r WHERE step.statementId IS NOT NULL | step.statementId] AS ids
WHERE size(ids) > 0
WITH path, ids ORDER BY size(ids), ids LIMIT $limit
UNWIND range(0, size(ids) - 1) AS place
MATCH (s:__KGPlatformStatement__ {id: ids[place]})
WITH path, ids, place,
     head(COLLECT {
       MATCH (x:__KGPlatformEntity__|__KGPlatformPhrase__)<-[:SUBJECT]-(s)-[:OBJECT]->(y:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
       RETURN x.name + ' – ' + s.relation + ' – ' + coalesce(y.name, y.value)
     }) AS step,
     head(COLLECT {
       MATCH (s)-[stated:STATED_IN]->(p:__KGPlatformPassage__)
       RETURN substring(p.text, stated.start, stated.end - stated.start) ORDER BY p.id, stated.start LIMIT 1
     }) AS quote
ORDER BY place
WITH path, ids, collect(step) AS steps, collect(coalesce(quote, '')) AS quotes
RETURN path, steps, quotes ORDER BY size(ids), ids

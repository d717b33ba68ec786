// purpose: count what is in the graph, a row for each kind that people ask for
// group: Graph
// params: none
// returns: what: string, count: integer
CALL () {
  MATCH (n:__KGPlatformDocument__) WITH count(n) AS count RETURN 1 AS place, 'documents' AS what, count
  UNION ALL
  MATCH (n:__KGPlatformPassage__) WITH count(n) AS count RETURN 2 AS place, 'passages' AS what, count
  UNION ALL
  MATCH (n:__KGPlatformTable__) WITH count(n) AS count RETURN 3 AS place, 'tables' AS what, count
  UNION ALL
  MATCH (n:__KGPlatformEntity__) WITH count(n) AS count RETURN 4 AS place, 'entities' AS what, count
  UNION ALL
  MATCH (n:__KGPlatformStatement__) WITH count(n) AS count RETURN 5 AS place, 'statements' AS what, count
  UNION ALL
  MATCH (n:__KGPlatformRelationType__) WITH count(n) AS count RETURN 6 AS place, 'relations' AS what, count
  UNION ALL
  MATCH (n:__KGPlatformUnprovenFact__) WITH count(n) AS count RETURN 7 AS place, 'unproven facts' AS what, count
  UNION ALL
  MATCH (n:__KGPlatformDecision__) WITH count(n) AS count RETURN 8 AS place, 'decisions' AS what, count
  UNION ALL
  MATCH (n:__KGPlatformQuestion__) WITH count(n) AS count RETURN 9 AS place, 'questions' AS what, count
  UNION ALL
  MATCH (n:__KGPlatformIngestRun__) WITH count(n) AS count RETURN 10 AS place, 'ingest runs' AS what, count
}
RETURN what, count ORDER BY place

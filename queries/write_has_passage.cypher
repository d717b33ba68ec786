// purpose: tie pages, sections and tables to the passages that lie in them
// params: $rows: list<[containerId, passageId]> - one a pair
// returns: links: integer
UNWIND $rows AS r
MATCH (p:__KGPlatformPassage__ {id: r[1]})
CALL (r) {
  MATCH (c:__KGPlatformPage__ {id: r[0]}) RETURN c
  UNION ALL
  MATCH (c:__KGPlatformSection__ {id: r[0]}) RETURN c
  UNION ALL
  MATCH (c:__KGPlatformTable__ {id: r[0]}) RETURN c
}
MERGE (c)-[:HAS_PASSAGE]->(p)
RETURN count(*) AS links

// purpose: tie pages, sections and tables to the passages that lie in them
// params: $rows: list<[containerId, passageId]> - one a pair
// returns: links: integer
UNWIND $rows AS r
MATCH (p:Passage {id: r[1]})
CALL (r) {
  MATCH (c:Page {id: r[0]}) RETURN c
  UNION ALL
  MATCH (c:Section {id: r[0]}) RETURN c
  UNION ALL
  MATCH (c:Table {id: r[0]}) RETURN c
}
MERGE (c)-[:HAS_PASSAGE]->(p)
RETURN count(*) AS links

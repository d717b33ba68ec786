// purpose: give statements their qualifiers (time, place, …)
// params: $rows: list<[statementId, relation, targetId]> - one a qualifier
// returns: qualifiers: integer
UNWIND $rows AS r
MATCH (s:__KGPlatformStatement__ {id: r[0]})
CALL (r) {
  MATCH (t:__KGPlatformEntity__ {id: r[2]}) RETURN t
  UNION ALL
  MATCH (t:__KGPlatformPhrase__ {id: r[2]}) RETURN t
  UNION ALL
  MATCH (t:__KGPlatformLiteral__ {id: r[2]}) RETURN t
}
MERGE (s)-[:QUALIFIER {relation: r[1]}]->(t)
RETURN count(*) AS qualifiers

// purpose: in what company pairs of entities are named, to decide whether two names are one entity's
// params: $pairs: list<[shortId, longId]> - entities to compare, $passages: integer - passages looked at an entity, $max_degree: integer - entities named more often tell nothing
// params: $relative: string - pattern of the words before a name that make it a relative's, $before: integer - characters of these words
// returns: short_id: string, long_id: string
// returns: short_own: float - share of the short one's passages that are of documents about the long one and do not name it as a relative, long_own: float - the reverse
// returns: together: float - share of the rarer one's passages that are of documents which name the other
// returns: neighbours: float - entities named beside both, each counted less the more often it is named
UNWIND $pairs AS pair
MATCH (a:__KGPlatformEntity__ {id: pair[0]})
MATCH (b:__KGPlatformEntity__ {id: pair[1]})
CALL (a) {
  MATCH (a)<-[:MENTIONS]-(p:__KGPlatformPassage__)
  WITH DISTINCT p ORDER BY p.id LIMIT $passages
  RETURN collect(p) AS pa
}
CALL (b) {
  MATCH (b)<-[:MENTIONS]-(p:__KGPlatformPassage__)
  WITH DISTINCT p ORDER BY p.id LIMIT $passages
  RETURN collect(p) AS pb
}
CALL (a, b, pa) {
  UNWIND pa AS p
  RETURN avg(CASE WHEN EXISTS { (p)-[:PART_OF]->(:__KGPlatformDocument__)-[:ABOUT]->(b) } AND NOT EXISTS {
    MATCH (p)-[m:MENTIONS]->(a)
    WHERE right(left(p.text, m.start), $before) =~ $relative
  } THEN 1.0 ELSE 0.0 END) AS short_own
}
CALL (a, b, pb) {
  UNWIND pb AS p
  RETURN avg(CASE WHEN EXISTS { (p)-[:PART_OF]->(:__KGPlatformDocument__)-[:ABOUT]->(a) } AND NOT EXISTS {
    MATCH (p)-[m:MENTIONS]->(b)
    WHERE right(left(p.text, m.start), $before) =~ $relative
  } THEN 1.0 ELSE 0.0 END) AS long_own
}
CALL (pa) { UNWIND pa AS p MATCH (p)-[:PART_OF]->(d:__KGPlatformDocument__) RETURN collect(d) AS da }
CALL (pb) { UNWIND pb AS p MATCH (p)-[:PART_OF]->(d:__KGPlatformDocument__) RETURN collect(d) AS db }
CALL (a) { MATCH (a)<-[:ABOUT]-(d:__KGPlatformDocument__) RETURN collect(d) AS own_a }
CALL (b) { MATCH (b)<-[:ABOUT]-(d:__KGPlatformDocument__) RETURN collect(d) AS own_b }
CALL (a, b, pa, pb, own_a, own_b) {
  CALL (a, pa, own_a) {
    UNWIND pa AS p RETURN p
    UNION
    UNWIND own_a AS d MATCH (d)<-[:PART_OF]-(p:__KGPlatformPassage__) RETURN p LIMIT $passages
  }
  MATCH (p)-[:MENTIONS]->(n:__KGPlatformEntity__)
  WHERE n <> a AND n <> b
  WITH b, pb, own_b, collect(DISTINCT n) AS beside
  CALL (b, pb, own_b) {
    UNWIND pb AS p RETURN p
    UNION
    UNWIND own_b AS d MATCH (d)<-[:PART_OF]-(p:__KGPlatformPassage__) RETURN p LIMIT $passages
  }
  MATCH (p)-[:MENTIONS]->(n:__KGPlatformEntity__)
  WHERE n IN beside
  WITH DISTINCT n, COUNT { (n)<-[:MENTIONS]-(:__KGPlatformPassage__) } AS degree
  WHERE degree <= $max_degree
  RETURN sum(1 / log(1 + degree)) AS neighbours
}
RETURN a.id AS short_id, b.id AS long_id,
       coalesce(short_own, 0.0) AS short_own, coalesce(long_own, 0.0) AS long_own,
       CASE WHEN size(da) = 0 OR size(db) = 0 THEN 0.0
            WHEN size(da) <= size(db) THEN toFloat(size([d IN da WHERE d IN db])) / size(da)
            ELSE toFloat(size([d IN db WHERE d IN da])) / size(db) END AS together,
       neighbours

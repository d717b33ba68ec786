// purpose: things with the names that resolution joined to them, the most mentioned first; of a name that may be several things, those
// params: $name: string - a name as written or an id, or null for all, $normalized: string - the same as a key, or null, $kind: string - all, merged or ambiguous, $limit: integer
// returns: id: string, name: string, type: string, qid: string, mentions: integer - of all names
// returns: members: list<map>, may_be: list<map>, different_from: list<map> - {id, name, type, method, score, decided_by}
CALL () {
  WITH $name AS wanted WHERE wanted IS NULL AND $kind = 'all'
  MATCH (e:Entity) WHERE NOT EXISTS { (e)-[:SAME_AS]->() }
  RETURN e
  UNION
  WITH $name AS wanted WHERE wanted IS NULL AND $kind = 'merged'
  MATCH (e:Entity)<-[:SAME_AS]-()
  RETURN DISTINCT e
  UNION
  WITH $name AS wanted WHERE wanted IS NULL AND $kind = 'ambiguous'
  MATCH (e:Entity)-[:MAY_BE]->()
  RETURN DISTINCT e
  UNION
  WITH $name AS wanted WHERE wanted IS NOT NULL
  CALL () {
    MATCH (found:Entity {id: $name}) RETURN found
    UNION
    MATCH (found:Entity {normalizedName: $normalized}) RETURN found
  }
  OPTIONAL MATCH (found)-[:SAME_AS]->(canonical)
  WITH DISTINCT coalesce(canonical, found) AS e
  WHERE $kind = 'all' OR $kind = 'merged' AND EXISTS { (e)<-[:SAME_AS]-() }
     OR $kind = 'ambiguous' AND EXISTS { (e)-[:MAY_BE]->() }
  RETURN e
}
WITH e, COUNT { (e)<-[:MENTIONS]-() }
        + COLLECT { OPTIONAL MATCH (e)<-[:SAME_AS]-(m) RETURN sum(COUNT { (m)<-[:MENTIONS]-() }) }[0] AS mentions
ORDER BY mentions DESC, e.name, e.id LIMIT $limit
RETURN e.id AS id, e.name AS name, e.type AS type, e.qid AS qid, mentions,
       COLLECT {
         MATCH (e)<-[r:SAME_AS]-(m)
         RETURN {id: m.id, name: m.name, type: m.type, method: r.method, score: r.score, decided_by: r.decidedBy}
         ORDER BY m.name, m.id
       } AS members,
       COLLECT {
         MATCH (e)-[r:MAY_BE]->(m)
         RETURN {id: m.id, name: m.name, type: m.type, method: r.method, score: r.score, decided_by: r.decidedBy}
         ORDER BY m.name, m.id
       } AS may_be,
       COLLECT {
         MATCH (e)-[r:DIFFERENT_FROM]-(m)
         RETURN {id: m.id, name: m.name, type: m.type, method: r.method, score: r.score, decided_by: r.decidedBy}
         ORDER BY m.name, m.id
       } AS different_from

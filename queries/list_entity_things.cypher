// purpose: entities with the names that resolution joined to them, the most mentioned first; of a name that may be several entities, those
// params: $name: string - a name as written or an id, or null for all, $normalized: string - the same as a key, or null, $kind: string - all, merged or ambiguous, $limit: integer
// params: $documents: list<string> or null - ids of the only documents whose mentions count; null: all
// returns: id: string, name: string, type: string, qid: string or null, written_name: string or null - as texts write it, where a person gave it another, aliases: list<string>, mentions: integer - of all names
// returns: members: list<map>, may_be: list<map>, different_from: list<map> - {id, name, type, method, score, decided_by}
CALL () {
  WITH $name AS wanted WHERE wanted IS NULL AND $kind = 'all'
  MATCH (e:__KGPlatformEntity__) WHERE NOT EXISTS { (e)-[:SAME_AS]->(:__KGPlatformEntity__) }
  RETURN e
  UNION
  WITH $name AS wanted WHERE wanted IS NULL AND $kind = 'merged'
  MATCH (e:__KGPlatformEntity__)<-[:SAME_AS]-(:__KGPlatformEntity__)
  RETURN DISTINCT e
  UNION
  WITH $name AS wanted WHERE wanted IS NULL AND $kind = 'ambiguous'
  MATCH (e:__KGPlatformEntity__)-[:MAY_BE]->(:__KGPlatformEntity__)
  RETURN DISTINCT e
  UNION
  WITH $name AS wanted WHERE wanted IS NOT NULL
  CALL () {
    MATCH (found:__KGPlatformEntity__ {id: $name}) RETURN found
    UNION
    MATCH (found:__KGPlatformEntity__ {normalizedName: $normalized}) RETURN found
    UNION
    MATCH (d:__KGPlatformDecision__ {kind: 'name', right: $normalized})
    MATCH (found:__KGPlatformEntity__ {id: d.left}) RETURN found
  }
  OPTIONAL MATCH (found)-[:SAME_AS]->(canonical:__KGPlatformEntity__)
  WITH DISTINCT coalesce(canonical, found) AS e
  WHERE $kind = 'all' OR $kind = 'merged' AND EXISTS { (e)<-[:SAME_AS]-(:__KGPlatformEntity__) }
     OR $kind = 'ambiguous' AND EXISTS { (e)-[:MAY_BE]->(:__KGPlatformEntity__) }
  RETURN e
}
WITH e, COUNT { (e)<-[:MENTIONS]-(p:__KGPlatformPassage__) WHERE $documents IS NULL OR EXISTS { (p)-[:PART_OF]->(d:__KGPlatformDocument__) WHERE d.id IN $documents } }
        + COLLECT { OPTIONAL MATCH (e)<-[:SAME_AS]-(m:__KGPlatformEntity__) RETURN sum(COUNT { (m)<-[:MENTIONS]-(p:__KGPlatformPassage__) WHERE $documents IS NULL OR EXISTS { (p)-[:PART_OF]->(d:__KGPlatformDocument__) WHERE d.id IN $documents } }) }[0] AS mentions
WHERE $documents IS NULL OR mentions > 0
ORDER BY mentions DESC, e.name, e.id LIMIT $limit
RETURN e.id AS id, e.name AS name, e.type AS type, e.qid AS qid, e.writtenName AS written_name, coalesce(e.aliases, []) AS aliases, mentions,
       COLLECT {
         MATCH (e)<-[r:SAME_AS]-(m:__KGPlatformEntity__)
         RETURN {id: m.id, name: m.name, type: m.type, method: r.method, score: r.score, decided_by: r.decidedBy}
         ORDER BY m.name, m.id
       } AS members,
       COLLECT {
         MATCH (e)-[r:MAY_BE]->(m:__KGPlatformEntity__)
         RETURN {id: m.id, name: m.name, type: m.type, method: r.method, score: r.score, decided_by: r.decidedBy}
         ORDER BY m.name, m.id
       } AS may_be,
       COLLECT {
         MATCH (e)-[r:DIFFERENT_FROM]-(m:__KGPlatformEntity__)
         RETURN {id: m.id, name: m.name, type: m.type, method: r.method, score: r.score, decided_by: r.decidedBy}
         ORDER BY m.name, m.id
       } AS different_from

// purpose: entities, each under its main name alone, the most mentioned first; of a name that may be several entities, those
// params: $name: string - a name as written or an id, or null for all, $normalized: string - the same as a key, or null, $kind: string - all, merged or ambiguous, $limit: integer
// params: $documents: list<string> or null - ids of the only documents whose mentions count; null: all
// returns: id: string, name: string
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
WITH e, COUNT { (e)<-[:SAME_AS*0..1]-(:__KGPlatformEntity__)<-[:MENTIONS]-(p:__KGPlatformPassage__) WHERE $documents IS NULL OR EXISTS { (p)-[:PART_OF]->(d:__KGPlatformDocument__) WHERE d.id IN $documents } } AS mentions
WHERE $documents IS NULL OR mentions > 0
RETURN e.id AS id, e.name AS name
ORDER BY mentions DESC, name, id LIMIT $limit

// purpose: an entity under all its names, by a name or an id
// params: $name: string - a name as written, an alias or an id, $normalized: string - the same as a key
// returns: kind: string, ids: list<string>
CALL () {
  MATCH (found:__KGPlatformEntity__ {id: $name}) RETURN found
  UNION
  MATCH (found:__KGPlatformEntity__ {normalizedName: $normalized}) RETURN found
  UNION
  MATCH (d:__KGPlatformDecision__ {kind: 'name', right: $normalized})
  MATCH (found:__KGPlatformEntity__ {id: d.left}) RETURN found
}
WITH DISTINCT coalesce(head([(found)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), found) AS one
UNWIND [one] + [(one)<-[:SAME_AS]-(m:__KGPlatformEntity__) | m] AS e
RETURN 'Entity' AS kind, collect(DISTINCT e.id) AS ids

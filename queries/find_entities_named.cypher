// purpose: the entities that a person may mean by a name or an id, the likeliest first
// params: $reference: string - as it was given, $own_id: string - the id of the entity of just that name, $normalized: string - the name as a key, without its parenthesis, $limit: integer
// returns: id: string, canonical: string - id of the entity that the name was joined to, name: string, type: string, rank: integer - 0 the id, 1 the name as it is, 2 the name without its parenthesis
CALL () {
  MATCH (e:__KGPlatformEntity__ {id: $reference}) RETURN e, 0 AS rank
  UNION ALL
  MATCH (e:__KGPlatformEntity__ {id: $own_id}) RETURN e, 1 AS rank
  UNION ALL
  MATCH (d:__KGPlatformDecision__ {kind: 'name', right: $normalized})
  MATCH (e:__KGPlatformEntity__ {id: d.left}) RETURN e, 1 AS rank
  UNION ALL
  MATCH (e:__KGPlatformEntity__ {normalizedName: $normalized}) RETURN e, 2 AS rank
}
WITH e, min(rank) AS rank
RETURN e.id AS id, coalesce(head([(e)-[:SAME_AS]->(c:__KGPlatformEntity__) | c.id]), e.id) AS canonical,
       e.name AS name, e.type AS type, rank
ORDER BY rank, COUNT { (e)<-[:MENTIONS]-(:__KGPlatformPassage__) } DESC, id LIMIT $limit

// purpose: the entities that a person may mean by a name or an id, the likeliest first
// params: $reference: string - as it was given, $own_id: string - the id of the entity of just that name, $normalized: string - the name as a key, without its parenthesis, $limit: integer
// returns: id: string, name: string, type: string, rank: integer - 0 the id, 1 the name as it is, 2 the name without its parenthesis
CALL () {
  MATCH (e:__KGPlatformEntity__ {id: $reference}) RETURN e, 0 AS rank
  UNION ALL
  MATCH (e:__KGPlatformEntity__ {id: $own_id}) RETURN e, 1 AS rank
  UNION ALL
  MATCH (e:__KGPlatformEntity__ {normalizedName: $normalized}) RETURN e, 2 AS rank
}
WITH e, min(rank) AS rank
RETURN e.id AS id, e.name AS name, e.type AS type, rank
ORDER BY rank, COUNT { (e)<-[:MENTIONS]-(:__KGPlatformPassage__) } DESC, id LIMIT $limit

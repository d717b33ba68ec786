// purpose: take the label Resolved from entities that no link joins to another any more
// params: none
// returns: entities: integer
MATCH (e:__KGPlatformEntity__:Resolved)
WHERE NOT EXISTS { (e)-[:SAME_AS]-(:__KGPlatformEntity__) }
REMOVE e:Resolved
RETURN count(e) AS entities

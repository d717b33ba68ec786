// purpose: all names of the entity that a name belongs to, itself among them
// params: $id: string - entity id
// returns: id: string, is_canonical: boolean
MATCH (e:__KGPlatformEntity__ {id: $id})
OPTIONAL MATCH (e)-[:SAME_AS]->(up:__KGPlatformEntity__)
WITH coalesce(up, e) AS c
CALL (c) {
  RETURN c.id AS id, true AS is_canonical
  UNION ALL
  MATCH (c)<-[:SAME_AS]-(m:__KGPlatformEntity__)
  RETURN m.id AS id, false AS is_canonical
}
RETURN id, is_canonical
ORDER BY is_canonical DESC, id

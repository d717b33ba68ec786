// purpose: take what people decided is no entity out of sight, with the statements about it: under a label of their own, no query, index or count finds them
// params: none
// returns: entities: integer, statements: integer (hidden)
CALL () {
  MATCH (d:__KGPlatformDecision__ {kind: 'ignored'})
  UNWIND d.entities AS id
  MATCH (e:__KGPlatformEntity__ {id: id})
  RETURN DISTINCT e
}
CALL (e) {
  MATCH (e)<-[:SUBJECT|OBJECT]-(s:__KGPlatformStatement__)
  WITH DISTINCT s
  REMOVE s:__KGPlatformStatement__:Statement
  SET s:__KGPlatformIgnored__:Ignored
  RETURN count(s) AS facts
}
REMOVE e:__KGPlatformEntity__:Entity:$(e.type)
SET e:__KGPlatformIgnored__:Ignored
RETURN count(e) AS entities, coalesce(sum(facts), 0) AS statements

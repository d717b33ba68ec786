// purpose: bring what people decided is no entity back into sight, with the statements about it
// params: none
// returns: entities: integer, statements: integer (restored)
CALL () {
  MATCH (e:__KGPlatformIgnored__) WHERE e.type IS NOT NULL
  REMOVE e:__KGPlatformIgnored__:Ignored
  SET e:__KGPlatformEntity__:Entity:$(e.type)
  RETURN count(e) AS entities
}
CALL () {
  MATCH (s:__KGPlatformIgnored__) WHERE s.relation IS NOT NULL
  REMOVE s:__KGPlatformIgnored__:Ignored
  SET s:__KGPlatformStatement__:Statement
  RETURN count(s) AS statements
}
RETURN entities, statements

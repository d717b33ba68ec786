// purpose: remove types and relations that the schema no longer has; a relation that statements have stays as theirs
// params: $types: list<string> - names of entity types, $relations: list<string> - names of relation types
// returns: removed: integer
CALL () {
  UNWIND $types AS name
  MATCH (t:__KGPlatformEntityType__ {name: name})
  DETACH DELETE t
  RETURN count(*) AS types
}
CALL () {
  UNWIND $relations AS name
  MATCH (t:__KGPlatformRelationType__ {name: name})
  REMOVE t.count, t.questions
  WITH t
  CALL (t) { MATCH (t)-[:HAS_EMBEDDING]->(e:__KGPlatformRelationTypeEmbedding__) DETACH DELETE e }
  WITH t, EXISTS { (t)<-[:HAS_RELATION]-(:__KGPlatformStatement__|__KGPlatformIgnored__) } AS isStated
  FOREACH (_ IN CASE WHEN isStated THEN [] ELSE [1] END | DETACH DELETE t)
  RETURN count(*) AS relations
}
RETURN types + relations AS removed

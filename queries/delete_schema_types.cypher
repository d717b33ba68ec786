// purpose: remove types and relations that the schema no longer has
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
  DETACH DELETE t
  RETURN count(*) AS relations
}
RETURN types + relations AS removed

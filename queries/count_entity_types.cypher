// purpose: how many types the auxiliary schema has
// params: none
// returns: types: integer
MATCH (t:__KGPlatformEntityType__)
RETURN count(t) AS types

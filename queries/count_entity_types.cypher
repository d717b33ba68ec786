// purpose: how many types the auxiliary schema has
// params: none
// returns: types: integer
MATCH (t:EntityType)
RETURN count(t) AS types

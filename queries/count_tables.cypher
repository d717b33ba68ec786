// purpose: how many tables there are
// params: none
// returns: tables: integer
MATCH (t:__KGPlatformTable__)
RETURN count(t) AS tables

// purpose: how many tables there are
// params: none
// returns: tables: integer
MATCH (t:Table)
RETURN count(t) AS tables

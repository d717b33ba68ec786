// Count the relationships of each type, ordered by type.
// returns: type: string
// returns: count: integer
MATCH ()-[r]->()
RETURN type(r) AS type, count(*) AS count
ORDER BY type

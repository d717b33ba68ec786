// purpose: names of more than one word, which can be told from common words wherever they stand
// params: none
// returns: name: string, type: string
MATCH (e:Entity)
WHERE e.normalizedName CONTAINS ' '
RETURN e.name AS name, e.type AS type
ORDER BY e.id

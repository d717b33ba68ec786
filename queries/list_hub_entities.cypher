// purpose: list the entities that most passages name, with how many statements are about them
// params: $limit: integer - most entities to list
// returns: name: string, type: string, mentions: integer, statements: integer
MATCH (e:Entity)
WITH e, COUNT { (e)<-[:MENTIONS]-() } AS mentions
ORDER BY mentions DESC, e.name
LIMIT $limit
RETURN e.name AS name, e.type AS type, mentions,
       COUNT { (e)<-[:SUBJECT|OBJECT|QUALIFIER]-() } AS statements

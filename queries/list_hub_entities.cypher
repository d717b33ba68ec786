// purpose: list the entities that most passages name, with how many statements are about them
// params: $limit: integer - most entities to list
// returns: name: string, type: string, mentions: integer, statements: integer
MATCH (e:__KGPlatformEntity__)
WITH e, COUNT { (e)<-[:MENTIONS]-(:__KGPlatformPassage__) } AS mentions
ORDER BY mentions DESC, e.name
LIMIT $limit
RETURN e.name AS name, e.type AS type, mentions,
       COUNT { (e)<-[:SUBJECT|OBJECT|QUALIFIER]-(:__KGPlatformStatement__) } AS statements

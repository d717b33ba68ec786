// purpose: list the entities that passages name most often, with how many statements are about them; names that were joined are one entity
// group: Entities
// params: $limit: integer = 50 - most entities to list
// returns: name: string, type: string, mentions: integer, statements: integer
MATCH (e:__KGPlatformEntity__)
WITH CASE WHEN e:Resolved THEN coalesce(head([(e)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), e) ELSE e END AS one, e,
     COUNT { (e)<-[:MENTIONS]-(:__KGPlatformPassage__) } AS mentions
WITH one, collect(e) AS names, sum(mentions) AS mentions
ORDER BY mentions DESC, one.name, one.id
LIMIT $limit
CALL (names) {
  UNWIND names AS name
  MATCH (name)<-[:SUBJECT|OBJECT|QUALIFIER]-(s:__KGPlatformStatement__)
  RETURN count(DISTINCT s) AS statements
}
RETURN one.name AS name, one.type AS type, mentions, statements
ORDER BY mentions DESC, one.name, one.id

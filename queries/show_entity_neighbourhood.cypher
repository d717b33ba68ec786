// purpose: draw an entity under all its names with the statements about it, what they tie it to, and where they stand
// group: Entities
// params: $name: string - a name of it in any case, or an alias as it is written
// params: $limit: integer = 50 - most statements to draw
// returns: statement_path: path, other_path: path, source_path: path, name_path: path - to the entity that its name was joined to
MATCH (named:__KGPlatformEntity__)
WHERE toLower(trim($name)) IN [toLower(named.name), named.normalizedName, toLower(named.writtenName)] OR trim($name) IN named.aliases
WITH DISTINCT coalesce(head([(named)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), named) AS one
MATCH name_path = (one)<-[:SAME_AS*0..1]-(e:__KGPlatformEntity__)
MATCH statement_path = (e)<-[:SUBJECT|OBJECT|QUALIFIER]-(s:__KGPlatformStatement__)
WITH name_path, s, statement_path ORDER BY s.relation, s.id LIMIT $limit
MATCH other_path = (s)-[:SUBJECT|OBJECT|QUALIFIER]->(x:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
OPTIONAL MATCH source_path = (s)-[:STATED_IN]->(:__KGPlatformPassage__)-[:PART_OF]->(:__KGPlatformDocument__)
RETURN statement_path, other_path, source_path, name_path

// purpose: draw an entity with the statements about it, what they tie it to, and where they stand
// params: $name: string - its name in any case, or an alias as it is written
// params: $limit: integer - most statements to draw
// returns: statement_path: path, other_path: path, source_path: path
MATCH (e:__KGPlatformEntity__)
WHERE toLower(trim($name)) IN [toLower(e.name), e.normalizedName] OR trim($name) IN e.aliases
MATCH statement_path = (e)<-[:SUBJECT|OBJECT|QUALIFIER]-(s:__KGPlatformStatement__)
WITH e, s, statement_path LIMIT $limit
MATCH other_path = (s)-[:SUBJECT|OBJECT|QUALIFIER]->(x:__KGPlatformEntity__|__KGPlatformLiteral__)
OPTIONAL MATCH source_path = (s)-[:STATED_IN]->(:__KGPlatformPassage__)-[:PART_OF]->(:__KGPlatformDocument__)
RETURN statement_path, other_path, source_path

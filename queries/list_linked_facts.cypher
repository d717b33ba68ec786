// purpose: plain statements of some relations that documents make about the entities that they are about, a page of them
// params: $after: string - id of the last statement of the page before, '' for the first page, $limit: integer - most statements, $relations: list<string>
// returns: id: string
MATCH (s:__KGPlatformStatement__)
WHERE s.id > $after AND s.isPlain AND s.relation IN $relations AND s.source = 'text'
  AND EXISTS { (s)-[:SUBJECT]->(a:__KGPlatformEntity__)<-[:ABOUT]-(d:__KGPlatformDocument__)<-[:PART_OF]-(:__KGPlatformPassage__)<-[:STATED_IN]-(s) }
RETURN s.id AS id
ORDER BY id LIMIT $limit

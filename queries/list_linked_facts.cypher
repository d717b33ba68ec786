// purpose: statements of some relations that documents make about the things that they are about, a page of them
// params: $after: string - id of the last statement of the page before, '' for the first page, $limit: integer - most statements, $relations: list<string>
// returns: id: string
MATCH (s:Statement)
WHERE s.id > $after AND s.relation IN $relations AND s.source = 'text'
  AND EXISTS { (s)-[:SUBJECT]->(a)<-[:ABOUT]-(d)<-[:PART_OF]-()<-[:STATED_IN]-(s) }
RETURN s.id AS id
ORDER BY id LIMIT $limit

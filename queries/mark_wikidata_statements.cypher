// purpose: mark which statements come from Wikidata, and when they were fetched; what a text states too keeps its source
// params: $uri: string - of the item's document
// params: $folder: string - what the addresses of all items' documents begin with
// params: $retrievedAt: datetime
// returns: statements: integer
MATCH (d:__KGPlatformDocument__) WHERE d.uri = $uri OR d.uri STARTS WITH $uri + '-'
MATCH (d)<-[:PART_OF]-(:__KGPlatformPassage__)<-[:STATED_IN]-(s:__KGPlatformStatement__)
WITH DISTINCT s
SET s.retrievedAt = $retrievedAt,
    s.source = CASE
      WHEN EXISTS { MATCH (s)-[:STATED_IN]->(:__KGPlatformPassage__)-[:PART_OF]->(o:__KGPlatformDocument__) WHERE NOT o.uri STARTS WITH $folder }
      THEN s.source ELSE 'wikidata' END
RETURN count(s) AS statements

// purpose: remove links between passages that are no longer alike
// params: $method: string - keyword, embedding or entity, $rows: list<[id, id]> - one a pair
// returns: links: integer
UNWIND $rows AS r
MATCH (a:__KGPlatformPassage__ {id: r[0]})-[s:SIMILAR]->(b:__KGPlatformPassage__ {id: r[1]}) WHERE s.method = $method
DELETE s
RETURN count(*) AS links

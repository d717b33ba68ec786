// purpose: link passages that are alike, from the lower id to the higher
// params: $method: string - keyword, embedding or entity, $rows: list<[id, id, score]> - one a pair
// returns: links: integer
UNWIND $rows AS r
MATCH (a:__KGPlatformPassage__ {id: r[0]})
MATCH (b:__KGPlatformPassage__ {id: r[1]})
MERGE (a)-[s:SIMILAR {method: $method}]->(b)
SET s.score = r[2]
RETURN count(*) AS links

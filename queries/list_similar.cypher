// purpose: the SIMILAR edges of a method that begin at passages of a range of ids
// params: $method: string - keyword, embedding or entity, $first: string - first id, $last: string - last id
// returns: edges: list<[id, id, score]>; one row
MATCH (a:__KGPlatformPassage__) WHERE a.id >= $first AND a.id <= $last
MATCH (a)-[s:SIMILAR]->(b:__KGPlatformPassage__) WHERE s.method = $method
RETURN collect([a.id, b.id, s.score]) AS edges

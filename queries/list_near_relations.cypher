// purpose: relations that are near in meaning to one, with how many statements have each
// group: Facts
// params: $relation: string - in its canonical form, as Statement.canonical has it: "buy"
// params: $limit: integer = 50 - most relations
// returns: relation: string, score: float - cosine of their vectors, statements: integer
MATCH (r:__KGPlatformRelationType__ {name: $relation})-[near:SIMILAR_TO]-(other:__KGPlatformRelationType__)
RETURN other.name AS relation, near.score AS score,
       COUNT { (other)<-[:HAS_RELATION]-(:__KGPlatformStatement__) } AS statements
ORDER BY score DESC, relation LIMIT $limit

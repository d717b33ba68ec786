// purpose: name a recorded question; lists and Neo4j Browser show the name
// params: $id: string - question id, $name: string
// returns: questions: integer (named)
MATCH (q:__KGPlatformQuestion__ {id: $id})
SET q.name = $name
RETURN count(q) AS questions

// purpose: remove a recorded question
// params: $id: string - question id
// returns: questions: integer (removed)
MATCH (q:__KGPlatformQuestion__ {id: $id})
DETACH DELETE q
RETURN count(*) AS questions

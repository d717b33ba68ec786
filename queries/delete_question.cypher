// purpose: remove a recorded question
// params: $id: string - question id
// returns: questions: integer (removed)
MATCH (q:Question {id: $id})
DETACH DELETE q
RETURN count(*) AS questions

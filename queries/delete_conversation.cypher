// purpose: remove the recorded questions of a conversation
// params: $conversation: string - id
// returns: questions: integer (removed)
MATCH (q:__KGPlatformQuestion__ {conversation: $conversation})
DETACH DELETE q
RETURN count(*) AS questions

// purpose: name a conversation
// params: $conversation: string - id, $name: string
// returns: questions: integer (of it)
MATCH (q:__KGPlatformQuestion__ {conversation: $conversation})
SET q.conversationName = $name
RETURN count(q) AS questions

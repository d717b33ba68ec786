// purpose: the last questions of a conversation with their answers, in the order of asking
// params: $conversation: string - id, $limit: integer - most questions
// returns: question: string - as it was understood, answer: string
MATCH (q:__KGPlatformQuestion__ {conversation: $conversation})
WITH q ORDER BY q.askedAt DESC, q.id LIMIT $limit
WITH q ORDER BY q.askedAt, q.id
RETURN coalesce(q.understood, q.text) AS question, q.answer AS answer

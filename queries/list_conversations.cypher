// purpose: the conversations that questions are part of, the latest first
// params: $skip: integer, $limit: integer - most rows
// returns: id: string, name: string - what a person called it, or its first question, questions: integer, started_at: datetime, asked_at: datetime - the last one
MATCH (q:__KGPlatformQuestion__) WHERE q.conversation IS NOT NULL
WITH q ORDER BY q.askedAt, q.id
WITH q.conversation AS id, collect(q) AS questions
RETURN id, coalesce(head([q IN questions WHERE q.conversationName IS NOT NULL | q.conversationName]), questions[0].text) AS name,
       size(questions) AS questions, questions[0].askedAt AS started_at, questions[-1].askedAt AS asked_at
ORDER BY asked_at DESC, id SKIP $skip LIMIT $limit

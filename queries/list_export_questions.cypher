// purpose: the questions of a conversation
// params: $conversation: string - id
// returns: kind: string, ids: list<string>
MATCH (q:__KGPlatformQuestion__ {conversation: $conversation})
RETURN 'Question' AS kind, collect(q.id) AS ids

// purpose: what is kept of an answer besides its words and what it quotes: steps, usage, times, why there was none
// params: $id: string - question id
// returns: details: string or null (JSON; null: asked before it was kept)
MATCH (q:__KGPlatformQuestion__ {id: $id})
RETURN q.details AS details

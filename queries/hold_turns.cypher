// purpose: see in a transaction that turns are still their owner's, and keep them until it ends; first of all that it writes
// params: $held: list<[name, fence]> - the turns, $owner: string - whose they should be
// returns: held: integer (turns that are)
UNWIND $held AS h
MATCH (fence:__KGPlatformWriterLock__ {id: h[0] + ' fence'})
SET fence.usedAt = timestamp()  // takes the node's lock: nobody can take the turn before the end
WITH fence, h WHERE fence.owner = $owner AND fence.fence = h[1]
RETURN count(fence) AS held

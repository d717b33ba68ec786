// purpose: let go of a turn, unless another has taken it
// params: $name: string - of the turn, $owner: string
// returns: turns: integer
MATCH (lock:__KGPlatformWriterLock__ {id: $name})
SET lock.askedAt = timestamp()  // takes the node's lock: what is read from here on stays so
WITH lock WHERE lock.owner = $owner
SET lock.owner = null
RETURN count(lock) AS turns

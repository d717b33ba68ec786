// purpose: say that the owner of a turn is still there
// params: $name: string - of the turn, $owner: string
// returns: turns: integer (0: it is another's now)
MATCH (lock:__KGPlatformWriterLock__ {id: $name})
WHERE lock.owner = $owner
SET lock.seenAt = timestamp()
RETURN count(lock) AS turns

// purpose: take a turn that nobody holds, or whose holder is dead; where it is held, ask to be the next
// params: $name: string - of the turn, $owner: string - who takes it, $dead: string or null - the owner that it may be taken from
// params: $process: map - {process, host, machine, started} of the owner, $patience_ms: integer - after which who asked to be the next is passed over
// returns: fence: integer - grows with each taking; no row where it is not this owner's turn
MATCH (lock:__KGPlatformWriterLock__ {id: $name})
SET lock.askedAt = timestamp()  // takes the node's lock: what is read from here on stays so
WITH lock, coalesce(lock.next = $owner OR lock.nextAt < timestamp() - $patience_ms, true) AS isNext,
     coalesce(lock.owner = $dead, lock.owner IS NULL) AS isFree
FOREACH (_ IN CASE WHEN isNext AND NOT isFree THEN [1] ELSE [] END |
  SET lock.next = $owner, lock.nextAt = timestamp())
WITH lock WHERE isNext AND isFree
MATCH (fence:__KGPlatformWriterLock__ {id: $name + ' fence'})
SET fence.fence = fence.fence + 1, fence.owner = $owner
SET lock += $process, lock.owner = $owner, lock.fence = fence.fence, lock.seenAt = timestamp(),
    lock.next = null, lock.nextAt = null
RETURN fence.fence AS fence

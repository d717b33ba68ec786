// purpose: make the nodes of a turn: one says who holds it and is still there, the other is locked by each transaction of the holder
// params: $name: string - of the turn
// returns: nodes: integer
UNWIND [$name, $name + ' fence'] AS id
MERGE (lock:__KGPlatformWriterLock__ {id: id})
ON CREATE SET lock:WriterLock, lock.fence = 0
RETURN count(lock) AS nodes

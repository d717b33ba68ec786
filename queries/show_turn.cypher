// purpose: who holds a turn
// params: $name: string - of the turn
// returns: owner: string or null (null: nobody), fence: integer, process: integer or null, host: string or null, machine: string or null, started: float or null (of the process, seconds), seen_at: integer or null (when the owner last told that it is there, by the server's clock)
MATCH (lock:__KGPlatformWriterLock__ {id: $name})
RETURN lock.owner AS owner, lock.fence AS fence, lock.process AS process, lock.host AS host,
       lock.machine AS machine, lock.started AS started, lock.seenAt AS seen_at

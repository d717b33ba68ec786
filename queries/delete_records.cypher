// purpose: delete what the platform keeps about a graph as a whole, once all else of it is gone
// returns: nodes: integer
MATCH (n:__KGPlatformConfiguration__|__KGPlatformMigration__|__KGPlatformWriterLock__)
DETACH DELETE n
RETURN count(*) AS nodes

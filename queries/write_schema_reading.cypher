// purpose: record which questions the schema was last read from, and by what
// params: $reading: string - a hash of both
// returns: id: string
MERGE (c:__KGPlatformConfiguration__ {id: 'schema'})
ON CREATE SET c:Configuration
SET c.reading = $reading
RETURN c.id AS id

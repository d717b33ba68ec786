// purpose: record from what the SIMILAR edges of a method are made; without a signature they count as unfinished
// params: $id: string - of the method's Configuration node, $signature: string or null, $edges: integer or null - how many there are
// returns: id: string
MERGE (c:__KGPlatformConfiguration__ {id: $id})
ON CREATE SET c:Configuration
SET c.signature = $signature, c.edges = $edges
RETURN c.id AS id

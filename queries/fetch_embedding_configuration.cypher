// purpose: which embedder this graph's vectors come from
// returns: embedder: string - its name, dimension: integer - numbers in a vector
MATCH (c:__KGPlatformConfiguration__ {id: 'embedding'})
RETURN c.embedder AS embedder, c.dimension AS dimension

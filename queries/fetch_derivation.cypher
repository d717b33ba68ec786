// purpose: by which settings everything derived from the texts (resolution, links, schema) was brought up to date last
// params: none
// returns: signature: string or null (null: it is not up to date), threshold: float or null, links: string or null (both null: nothing was derived yet)
OPTIONAL MATCH (c:__KGPlatformConfiguration__ {id: 'derivation'})
RETURN c.signature AS signature, c.threshold AS threshold, c.links AS links

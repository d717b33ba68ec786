// purpose: note by which settings everything derived is up to date, or that it is not
// params: $signature: string or null - null where it is not up to date
// params: $threshold: float or null - how alike the names of one thing had to be, $links: string or null - methods and limits as JSON; null leaves them as they were
// returns: id: string
MERGE (c:__KGPlatformConfiguration__ {id: 'derivation'})
ON CREATE SET c:Configuration
SET c.signature = $signature, c.threshold = coalesce($threshold, c.threshold),
    c.links = coalesce($links, c.links)
RETURN c.id AS id

// purpose: note that everything derived is up to date, or that it is not
// params: $signature: string or null - the settings it was derived by; null where it is not up to date
// params: $threshold: float or null - how alike the names of one thing had to be; null leaves it as it was
// returns: id: string
MERGE (c:Configuration {id: 'derivation'})
SET c.signature = $signature, c.threshold = coalesce($threshold, c.threshold)
RETURN c.id AS id

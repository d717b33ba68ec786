// purpose: note that everything derived is up to date, or that it is not
// params: $signature: string or null - the settings it was derived by; null where it is not up to date
// returns: id: string
MERGE (c:Configuration {id: 'derivation'})
SET c.signature = $signature
RETURN c.id AS id

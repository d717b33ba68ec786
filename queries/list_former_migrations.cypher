// purpose: the records of a kgplatform of before own labels, recognised by the hashes of its files
// params: $hashes: list<string> - SHA-256 of each of its migration files
// returns: name: string
MATCH (m:Migration)
WHERE m.sha256 IN $hashes
RETURN m.name AS name
ORDER BY name

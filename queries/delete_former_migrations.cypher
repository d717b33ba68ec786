// purpose: forget the records of a kgplatform of before own labels, once its graph has these
// params: $hashes: list<string> - SHA-256 of each of its migration files
// returns: records: integer
MATCH (m:Migration)
WHERE m.sha256 IN $hashes
DELETE m
RETURN count(*) AS records

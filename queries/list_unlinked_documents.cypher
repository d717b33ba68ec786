// purpose: whole documents whose passages were not searched for late-known names yet
// params: none
// returns: id: string, title: string
MATCH (d:Document)
WHERE d.sha256 IS NOT NULL AND d.linkedAt IS NULL
RETURN d.id AS id, d.title AS title
ORDER BY id

// purpose: mark documents of a pack as wholly written
// params: $rows: list<[id, sha256]>
// returns: documents: integer
UNWIND $rows AS r
MATCH (d:__KGPlatformDocument__ {id: r[0]})
SET d.sha256 = r[1]
RETURN count(*) AS documents

// purpose: set where documents are found: a URI and further paths
// params: $rows: list<[id, uri, copies, contentHash]> - one a document; copies is null where there are none
// returns: documents: integer
UNWIND $rows AS r
MATCH (d:__KGPlatformDocument__ {id: r[0]})
SET d.uri = r[1], d.copies = r[2], d.contentHash = r[3]
RETURN count(*) AS documents

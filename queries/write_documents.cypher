// purpose: make document nodes; their sha256 is set last, when all their parts are written
// params: $rows: list<[id, uri, title, mediaType]> - one a document
// returns: documents: integer
UNWIND $rows AS r
MERGE (d:__KGPlatformDocument__ {id: r[0]})
ON CREATE SET d:Document
SET d.uri = r[1], d.title = r[2], d.mediaType = r[3]
RETURN count(*) AS documents

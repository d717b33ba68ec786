// purpose: make document nodes; their sha256 is set last, when all their parts are written
// params: $rows: list<[id, uri, title, mediaType]> - one a document
// returns: documents: integer
UNWIND $rows AS r
MERGE (d:Document {id: r[0]})
SET d.uri = r[1], d.title = r[2], d.mediaType = r[3]
RETURN count(*) AS documents

// purpose: make document nodes; their sha256 is set last, when all their parts are written
// params: $rows: list<[id, uri, title, mediaType, contentHash, unread, language, date]> - one a document; unread is what of its source was left out, or null; date is ISO 8601, or null
// returns: documents: integer
UNWIND $rows AS r
MERGE (d:__KGPlatformDocument__ {id: r[0]})
ON CREATE SET d:Document
SET d.uri = r[1], d.title = r[2], d.mediaType = r[3],
    d.contentHash = r[4], d.unread = r[5], d.language = r[6], d.date = date(r[7])
RETURN count(*) AS documents

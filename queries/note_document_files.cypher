// purpose: from which bytes documents that did not change were read again, and what of them was left out, so that the next run knows their files
// params: $rows: list<[id, fileHash, unread]> - one a document; unread is null where nothing was left out
// returns: documents: integer
UNWIND $rows AS r
MATCH (d:__KGPlatformDocument__ {id: r[0]})
SET d.fileHash = r[1], d.unread = r[2]
RETURN count(*) AS documents

// purpose: mark documents as wholly written
// params: $rows: list<[id, sha256, extractor, ingestedAt, fileHash, fileSha256]> - one a document; fileHash is null where the file is not known by its bytes, fileSha256 where there is no file
// returns: documents: integer
UNWIND $rows AS r
MATCH (d:__KGPlatformDocument__ {id: r[0]})
SET d.sha256 = r[1], d.extractor = r[2], d.ingestedAt = datetime(r[3]), d.fileHash = r[4],
    d.fileSha256 = r[5]
RETURN count(*) AS documents

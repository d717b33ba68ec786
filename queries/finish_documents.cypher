// purpose: mark documents as wholly written
// params: $rows: list<[id, sha256, extractor, ingestedAt]> - one a document
// returns: documents: integer
UNWIND $rows AS r
MATCH (d:Document {id: r[0]})
SET d.sha256 = r[1], d.extractor = r[2], d.ingestedAt = datetime(r[3])
RETURN count(*) AS documents

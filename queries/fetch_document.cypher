// purpose: one document with its passages in order
// params: $id: string - document id
// returns: id: string, title: string, uri: string, media_type: string, sha256: string, passages: list<map> {id, start, end, text}
MATCH (d:Document {id: $id})
CALL (d) {
  MATCH (d)<-[:PART_OF]-(p:Passage)
  WITH p ORDER BY p.index
  RETURN collect({id: p.id, start: p.start, end: p.end, text: p.text}) AS passages
}
RETURN d.id AS id, d.title AS title, d.uri AS uri, d.mediaType AS media_type,
       d.sha256 AS sha256, passages

// purpose: the passages of some documents with the spans that mentions cover already
// params: $document_ids: list<string>
// returns: id: string, text: string, starts: list<integer>, ends: list<integer>
UNWIND $document_ids AS id
MATCH (:Document {id: id})<-[:PART_OF]-(p:Passage)
CALL (p) {
  OPTIONAL MATCH (p)-[m:MENTIONS]->()
  RETURN collect(m.start) AS starts, collect(m.end) AS ends
}
RETURN p.id AS id, p.text AS text, starts, ends

// purpose: the passages of some documents with the spans that mentions cover already
// params: $document_ids: list<string>
// returns: id: string, text: string, starts: list<integer>, ends: list<integer>
UNWIND $document_ids AS id
MATCH (:__KGPlatformDocument__ {id: id})<-[:PART_OF]-(p:__KGPlatformPassage__)
CALL (p) {
  OPTIONAL MATCH (p)-[m:MENTIONS]->(:__KGPlatformEntity__)
  RETURN collect(m.start) AS starts, collect(m.end) AS ends
}
RETURN p.id AS id, p.text AS text, starts, ends

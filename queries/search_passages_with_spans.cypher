// purpose: passages that hold one of some phrases, with the spans that mentions cover already
// params: $phrases: list<string> - full-text queries, $limit: integer - most passages a phrase
// returns: id: string, text: string, starts: list<integer>, ends: list<integer>
UNWIND $phrases AS phrase
CALL (phrase) {
  CALL db.index.fulltext.queryNodes('kgplatform_passage_text', 'text:' + phrase, {limit: $limit})
  YIELD node
  RETURN node AS p
}
WITH DISTINCT p
CALL (p) {
  OPTIONAL MATCH (p)-[m:MENTIONS]->(:__KGPlatformEntity__)
  RETURN collect(m.start) AS starts, collect(m.end) AS ends
}
RETURN p.id AS id, p.text AS text, starts, ends

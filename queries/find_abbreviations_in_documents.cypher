// purpose: of pairs of a short and a full name, those that one document holds, and whether the short one follows the full one in brackets there
// params: $pairs: list<[shortId, longId, shortName]> - short name as it is written
// returns: short_id: string, long_id: string, documents: integer - that name both, defined: boolean - some text has "Full Name (SHORT)"
UNWIND $pairs AS pair
MATCH (full:__KGPlatformEntity__ {id: pair[1]})
CALL (full, pair) {
  MATCH (full)<-[m:MENTIONS]-(p:__KGPlatformPassage__)
  WITH substring(p.text, m.end, size(pair[2]) + 3) AS after, pair
  WHERE after STARTS WITH ' (' + pair[2]
  RETURN count(*) > 0 AS defined
}
CALL (full, pair) {
  MATCH (full)<-[:MENTIONS]-(:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__)
  WITH DISTINCT d, pair
  WHERE EXISTS { (d)<-[:PART_OF]-(:__KGPlatformPassage__)-[:MENTIONS]->(:__KGPlatformEntity__ {id: pair[0]}) }
  RETURN count(d) AS documents
}
WITH pair, documents, defined WHERE defined OR documents > 0
RETURN pair[0] AS short_id, pair[1] AS long_id, documents, defined

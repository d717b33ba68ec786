// purpose: how the documents that a title names begin, with the entities named there, as parallel lists, a page at a time by id
// params: $after: string - the last id of the page before, or "", $limit: integer - documents of a page, $chars: integer - of the first passage
// returns: ids: list<string>, titles: list<string>, title_ids: list<string> - of the entity the document is about
// returns: texts: list<string>, entities: list<list<string>>, starts: list<list<integer>>, ends: list<list<integer>> - of the mentions within the text
MATCH (d:__KGPlatformDocument__)
WHERE d.id > $after
WITH d ORDER BY d.id LIMIT $limit
OPTIONAL MATCH (d)-[:ABOUT]->(title:__KGPlatformEntity__)
OPTIONAL MATCH (d)<-[:PART_OF]-(p:__KGPlatformPassage__ {index: 0})
CALL (p) {
  MATCH (p)-[m:MENTIONS]->(e:__KGPlatformEntity__)
  WHERE m.start < $chars
  WITH m, e ORDER BY m.start, e.id
  RETURN collect(e.id) AS named, collect(m.start) AS starts, collect(m.end) AS ends
}
RETURN collect(d.id) AS ids, collect(coalesce(title.name, '')) AS titles,
       collect(coalesce(title.id, '')) AS title_ids,
       collect(coalesce(left(p.text, $chars), '')) AS texts, collect(named) AS entities,
       collect(starts) AS starts, collect(ends) AS ends

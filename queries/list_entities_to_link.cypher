// purpose: list entities without a Wikidata identifier, each with a passage that names it
// params: $after: string - the id after which to go on; empty at first
// params: $limit: integer
// returns: id: string, name: string, type: string, context: string
MATCH (e:__KGPlatformEntity__) WHERE e.qid IS NULL AND e.id > $after
WITH e ORDER BY e.id LIMIT $limit
CALL (e) {
  OPTIONAL MATCH (e)<-[:MENTIONS]-(p:__KGPlatformPassage__)
  RETURN p ORDER BY p.id LIMIT 1
}
RETURN e.id AS id, e.name AS name, e.type AS type, coalesce(substring(p.text, 0, 500), '') AS context
ORDER BY id

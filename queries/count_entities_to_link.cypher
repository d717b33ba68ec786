// purpose: how many entities have no Wikidata identifier
// params: none
// returns: entities: integer
MATCH (e:__KGPlatformEntity__) WHERE e.qid IS NULL
RETURN count(e) AS entities

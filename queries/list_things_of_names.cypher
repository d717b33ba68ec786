// purpose: the entity of each name that only one entity goes by, with its identifiers and all its names
// params: $names: list<string> - normalised
// returns: normalized: string, id: string, qid: string, names: list<string>
UNWIND $names AS name
CALL (name) {
  MATCH (e:__KGPlatformEntity__ {normalizedName: name}) RETURN e
  UNION
  MATCH (d:__KGPlatformDecision__ {kind: 'name', right: name})
  MATCH (e:__KGPlatformEntity__ {id: d.left}) RETURN e
}
WITH name, collect(DISTINCT coalesce(head([(e)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), e)) AS things
WHERE size(things) = 1
WITH name, things[0] AS thing
RETURN name AS normalized, thing.id AS id, thing.qid AS qid,
       [thing.name] + coalesce(thing.aliases, []) + [(thing)<-[:SAME_AS]-(m:__KGPlatformEntity__) | m.name] AS names
ORDER BY normalized

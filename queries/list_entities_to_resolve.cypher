// purpose: all entities with what resolution compares, as parallel lists, a page at a time by id
// params: $after: string - the last id of the page before, or "", $limit: integer - entities of a page
// returns: ids: list<string>, names: list<string>, types: list<string>, qids: list<string>, aliases: list<list<string>>, titled: list<boolean>, mentions: list<integer>
MATCH (e:__KGPlatformEntity__)
WHERE e.id > $after
WITH e ORDER BY e.id LIMIT $limit
RETURN collect(e.id) AS ids, collect(coalesce(e.writtenName, e.name)) AS names, collect(e.type) AS types,
       collect(coalesce(e.qid, '')) AS qids, collect(coalesce(e.aliases, [])) AS aliases,
       collect(COUNT { (e)<-[:ABOUT]-(:__KGPlatformDocument__) } > 0) AS titled,
       collect(COUNT { (e)<-[:MENTIONS]-(:__KGPlatformPassage__) }) AS mentions

// purpose: a page of the entities by id that are named more than once or resolved, with how often and what each is the same as
// params: $after: string - the last id of the page before, '' to begin, $limit: integer - entities a page
// returns: last: string or null (null: no more), ids: list<string>, degrees: list<integer>, same: list<string> ('' for an entity of its own); one row
MATCH (e:__KGPlatformEntity__) WHERE e.id > $after
WITH e, COUNT { (e)<-[:MENTIONS|ABOUT]-(:__KGPlatformPassage__|__KGPlatformDocument__) } AS degree
WHERE degree > 1 OR e:Resolved
WITH e.id AS id, degree,
     CASE WHEN e:Resolved THEN coalesce(head([(e)-[:SAME_AS]->(c:__KGPlatformEntity__) | c.id]), '') ELSE '' END AS same
ORDER BY id LIMIT $limit
RETURN max(id) AS last, collect(id) AS ids, collect(degree) AS degrees, collect(same) AS same

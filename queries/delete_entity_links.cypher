// purpose: untie entities whose link no longer holds
// params: $rows: list<[type, startId, endId]>
// returns: links: integer
UNWIND $rows AS r
MATCH (a:__KGPlatformEntity__ {id: r[1]})-[link:SAME_AS|MAY_BE|DIFFERENT_FROM]->(b:__KGPlatformEntity__ {id: r[2]})
WHERE type(link) = r[0]
DELETE link
RETURN count(*) AS links

// purpose: tie entities that are one, may be, or are not; the label Resolved saves every other entity from being looked at for SAME_AS
// params: $rows: list<[type, startId, endId, method, score, via, decidedBy]> - type is SAME_AS, MAY_BE or DIFFERENT_FROM
// returns: links: integer
UNWIND $rows AS r
MATCH (a:__KGPlatformEntity__ {id: r[1]})
MATCH (b:__KGPlatformEntity__ {id: r[2]})
MERGE (a)-[link:$(r[0])]->(b)
SET link.method = r[3], link.score = r[4], link.via = r[5], link.decidedBy = r[6]
FOREACH (_ IN CASE WHEN r[0] = 'SAME_AS' THEN [1] ELSE [] END | SET a:Resolved, b:Resolved)
RETURN count(link) AS links

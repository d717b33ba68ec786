// purpose: make entities; their type is settled when all passages are written, from all mentions
// params: $rows: list<[id, name, normalizedName, aliases, qid]> - one an entity
// returns: entities: integer
UNWIND $rows AS r
MERGE (e:__KGPlatformEntity__ {id: r[0]})
ON CREATE SET e:Entity, e.name = r[1], e.normalizedName = r[2], e.type = 'Thing', e.aliases = r[3]
SET e.qid = coalesce(e.qid, r[4]),
    e.aliases = COLLECT { UNWIND e.aliases + r[3] AS alias WITH DISTINCT alias ORDER BY alias RETURN alias }
SET e:$(e.type)
RETURN count(*) AS entities

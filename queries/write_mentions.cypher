// purpose: tie passages to the entities they name, at character offsets in the passage's text
// params: $rows: list<[passageId, entityId, start, end, surface, type, kind, evidence]> - one a mention; type is what it looks like there, by this evidence; kind short name or term, null for a name as it is
// returns: mentions: integer
UNWIND $rows AS r
MATCH (p:__KGPlatformPassage__ {id: r[0]})
MATCH (e:__KGPlatformEntity__ {id: r[1]})
MERGE (p)-[m:MENTIONS {start: r[2], end: r[3]}]->(e)
ON CREATE SET m.surface = r[4], m.type = r[5], m.kind = r[6], m.typeBy = r[7]
RETURN count(*) AS mentions

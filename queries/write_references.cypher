// purpose: tie passages to the entities that their pronouns and descriptions stand for; unlike MENTIONS these are no names, so that they count in no degree and no type
// params: $rows: list<[passageId, entityId, start, end, surface, kind]> - one a reference; kind is pronoun, nominal or title
// returns: references: integer
UNWIND $rows AS r
MATCH (p:__KGPlatformPassage__ {id: r[0]})
MATCH (e:__KGPlatformEntity__ {id: r[1]})
MERGE (p)-[m:REFERS_TO {start: r[2], end: r[3]}]->(e)
ON CREATE SET m.surface = r[4], m.kind = r[5]
RETURN count(*) AS references

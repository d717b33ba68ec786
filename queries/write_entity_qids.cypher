// purpose: give entities their Wikidata identifiers, with the type that their item is of; one that an entity has already stays
// params: $rows: list<[id, qid, type]> - type is null where the classes of the item are of none
// returns: entities: integer
UNWIND $rows AS r
MATCH (e:__KGPlatformEntity__ {id: r[0]}) WHERE e.qid IS NULL
SET e.qid = r[1], e.itemType = r[2]
RETURN count(*) AS entities

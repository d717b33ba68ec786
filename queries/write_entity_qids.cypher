// purpose: give entities their Wikidata identifiers; one that an entity has already stays
// params: $rows: list<[id, qid]>
// returns: entities: integer
UNWIND $rows AS r
MATCH (e:__KGPlatformEntity__ {id: r[0]}) WHERE e.qid IS NULL
SET e.qid = r[1]
RETURN count(*) AS entities

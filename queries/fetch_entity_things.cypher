// purpose: entities with the names that resolution joined to them, and those that may be the same or are decided not to be
// params: $ids: list<string> - of entities, $documents: list<string> or null - ids of the only documents whose mentions count; null: all
// returns: id: string, name: string, type: string, qid: string or null, written_name: string or null - as texts write it, where a person gave it another, aliases: list<string>, mentions: integer - of all names
// returns: others: list<map> - {id, name, type, method, score, decided_by, tie: SAME_AS, MAY_BE or DIFFERENT_FROM}
UNWIND $ids AS id
MATCH (e:__KGPlatformEntity__ {id: id})
RETURN id, e.name AS name, e.type AS type, e.qid AS qid, e.writtenName AS written_name, coalesce(e.aliases, []) AS aliases,
       COUNT { (e)<-[:SAME_AS*0..1]-(:__KGPlatformEntity__)<-[:MENTIONS]-(p:__KGPlatformPassage__) WHERE $documents IS NULL OR EXISTS { (p)-[:PART_OF]->(d:__KGPlatformDocument__) WHERE d.id IN $documents } } AS mentions,
       COLLECT {
         MATCH (e)-[r:SAME_AS|MAY_BE|DIFFERENT_FROM]-(m:__KGPlatformEntity__)
         WHERE type(r) = 'DIFFERENT_FROM' OR (startNode(r) = e) = (type(r) = 'MAY_BE')
         RETURN {id: m.id, name: m.name, type: m.type, method: r.method, score: r.score, decided_by: r.decidedBy, tie: type(r)}
         ORDER BY m.name, m.id
       } AS others

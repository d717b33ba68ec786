// purpose: how many statements an entity takes part in under any of its names
// params: $ids: list<string> - of its names, $documents: list<string> or null - ids of the only documents that state them; null: all
// returns: count: integer
UNWIND $ids AS id
MATCH (:__KGPlatformEntity__ {id: id})<-[:SUBJECT|OBJECT|QUALIFIER]-(s:__KGPlatformStatement__)
WHERE $documents IS NULL OR EXISTS { (s)-[:STATED_IN]->(:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__) WHERE d.id IN $documents }
RETURN count(DISTINCT s) AS count

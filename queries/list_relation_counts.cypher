// purpose: the canonical relations that enough plain statements have, with the types of their subjects and objects
// params: $min_count: integer - least statements of a relation, $limit: integer - most relations, the most frequent first
// returns: relations: list<string>, subjects: list<string>, objects: list<string> (a type, or a literal's datatype), counts: list<integer>; one row of parallel lists
MATCH (s:__KGPlatformStatement__) WHERE s.isPlain
WITH s.canonical AS relation, count(*) AS total
WHERE total >= $min_count
WITH relation, total ORDER BY total DESC, relation LIMIT $limit
MATCH (:__KGPlatformRelationType__ {name: relation})<-[:HAS_RELATION]-(s:__KGPlatformStatement__)-[:SUBJECT]->(a:__KGPlatformEntity__)
WHERE s.isPlain
MATCH (s)-[:OBJECT]->(o:__KGPlatformEntity__|__KGPlatformLiteral__)
WITH relation, a.type AS subject, coalesce(o.type, o.datatype) AS object, count(DISTINCT s) AS count
ORDER BY relation, subject, object
RETURN collect(relation) AS relations, collect(subject) AS subjects, collect(object) AS objects,
       collect(count) AS counts

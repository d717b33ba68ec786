// purpose: the relations that enough statements have, with the types of their subjects and objects
// params: $min_count: integer - least statements of a relation, $limit: integer - most relations, the most frequent first
// returns: relations: list<string>, subjects: list<string>, objects: list<string> (a type, or a literal's datatype), counts: list<integer>; one row of parallel lists
MATCH (s:__KGPlatformStatement__)
WITH s.relation AS relation, count(*) AS total
WHERE total >= $min_count
WITH relation, total ORDER BY total DESC, relation LIMIT $limit
MATCH (s:__KGPlatformStatement__ {relation: relation})-[:SUBJECT]->(a:__KGPlatformEntity__)
MATCH (s)-[:OBJECT]->(o:__KGPlatformEntity__|__KGPlatformLiteral__)
WITH relation, a.type AS subject, coalesce(o.type, o.datatype) AS object, count(DISTINCT s) AS count
ORDER BY relation, subject, object
RETURN collect(relation) AS relations, collect(subject) AS subjects, collect(object) AS objects,
       collect(count) AS counts

// purpose: plain statements as facts about entities, a page of them, each entity as the one that its names were joined to
// params: $after: string - id of the last statement of the page before, $limit: integer - most statements
// params: $documents: list<string> or null - ids of the only documents that state them; null: all
// returns: id: string, subject: string, subject_name: string, subject_type: string, relation: string, object: string, object_name: string, object_type: string, text: string
MATCH (s:__KGPlatformStatement__)
WHERE s.id > $after AND s.isPlain
  AND ($documents IS NULL OR EXISTS { (s)-[:STATED_IN]->(:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__) WHERE d.id IN $documents })
WITH s ORDER BY s.id LIMIT $limit
MATCH (s)-[:SUBJECT]->(a:__KGPlatformEntity__)
MATCH (s)-[:OBJECT]->(o:__KGPlatformEntity__|__KGPlatformLiteral__)
WITH s, s.text AS text, coalesce(head([(a)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), a) AS a,
     coalesce(head([(o)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), o) AS o
RETURN s.id AS id, a.id AS subject, a.name AS subject_name, a.type AS subject_type,
       s.relation AS relation, o.id AS object, coalesce(o.name, o.value) AS object_name,
       coalesce(o.type, o.datatype) AS object_type, text
ORDER BY id

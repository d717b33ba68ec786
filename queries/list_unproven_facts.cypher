// purpose: facts that a model claimed and their passage does not show, with the reason
// group: Facts
// params: $limit: integer = 50 - most rows
// returns: subject: string, relation: string, object: string, reason: string, title: string, passage_id: string
MATCH (f:__KGPlatformUnprovenFact__)-[:CLAIMED_IN]->(p:__KGPlatformPassage__)
RETURN f.subject AS subject, f.relation AS relation, f.object AS object, f.reason AS reason,
       p.title AS title, p.id AS passage_id
ORDER BY title, passage_id, f.id
LIMIT $limit

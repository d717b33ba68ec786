// purpose: keep the facts that a model claimed and their passage does not show, apart from statements
// params: $rows: list<[id, passageId, subject, relation, object, qualifiers, reason, extractor]> - one a fact; qualifiers as "relation: value"
// returns: facts: integer
UNWIND $rows AS r
MATCH (p:__KGPlatformPassage__ {id: r[1]})
MERGE (f:__KGPlatformUnprovenFact__ {id: r[0]})
ON CREATE SET f:UnprovenFact
SET f.subject = r[2], f.relation = r[3], f.object = r[4], f.qualifiers = r[5], f.reason = r[6],
    f.extractor = r[7]
MERGE (f)-[:CLAIMED_IN]->(p)
RETURN count(*) AS facts

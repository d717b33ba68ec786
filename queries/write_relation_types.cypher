// purpose: make the schema's relations, or set their counts
// params: $rows: list<[name, count, questions]> - one a relation: statements that have it, questions that ask for it
// returns: relations: integer
UNWIND $rows AS r
MERGE (t:__KGPlatformRelationType__ {name: r[0]})
ON CREATE SET t:RelationType
SET t.count = r[1], t.questions = r[2]
RETURN count(*) AS relations

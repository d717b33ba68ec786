// purpose: make the phrases that facts are about and that name nothing
// params: $rows: list<[id, name]> - one a phrase
// returns: phrases: integer
UNWIND $rows AS r
MERGE (p:__KGPlatformPhrase__ {id: r[0]})
ON CREATE SET p:Phrase, p.name = r[1]
RETURN count(*) AS phrases

// purpose: label the passages of documents that are not in English, for the index of their language
// params: $rows: list<[id, labels]> - one a passage
// returns: passages: integer
UNWIND $rows AS r
MATCH (p:__KGPlatformPassage__ {id: r[0]})
SET p:$(r[1])
RETURN count(*) AS passages

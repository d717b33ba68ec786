// purpose: the passages of some documents with their places, in the order of each document
// params: $ids: list<string> - document ids
// returns: id: string, texts: list<string>, starts: list<integer> - in the document's text
UNWIND $ids AS id
MATCH (d:__KGPlatformDocument__ {id: id})<-[:PART_OF]-(p:__KGPlatformPassage__)
WITH d, p ORDER BY d.id, p.index
RETURN d.id AS id, collect(p.text) AS texts, collect(p.start) AS starts
ORDER BY id

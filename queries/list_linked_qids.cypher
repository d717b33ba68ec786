// purpose: the Wikidata identifiers of entities that texts name, those named most first; what only Wikidata's own statements name is left out
// params: $folder: string - what the addresses of all items' documents begin with, $limit: integer
// returns: qid: string, mentions: integer
MATCH (e:__KGPlatformEntity__) WHERE e.qid IS NOT NULL
WITH e.qid AS qid,
     COUNT { (e)<-[:MENTIONS]-(:__KGPlatformPassage__)-[:PART_OF]->(d:__KGPlatformDocument__) WHERE NOT d.uri STARTS WITH $folder } AS mentions
WITH qid, sum(mentions) AS mentions WHERE mentions > 0
RETURN qid, mentions ORDER BY mentions DESC, qid LIMIT $limit

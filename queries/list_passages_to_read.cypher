// purpose: those of some passages that state nothing and were not read by an extractor before, with what is known to be named in them
// params: $passage_ids: list<string>, $extractor: string - by whom they would be read
// returns: id: string, document_id: string, index: integer, start: integer, end: integer, title: string, text: string, mentions: list<map> (start, end and the entity's id, name, normalized_name, type, aliases)
UNWIND range(0, size($passage_ids) - 1) AS i
MATCH (p:__KGPlatformPassage__ {id: $passage_ids[i]})-[:PART_OF]->(d:__KGPlatformDocument__)
WHERE NOT EXISTS { (p)<-[:STATED_IN]-(:__KGPlatformStatement__) } AND NOT $extractor IN coalesce(p.readBy, [])
RETURN p.id AS id, d.id AS document_id, p.index AS index, p.start AS start, p.end AS end,
       coalesce(p.title, '') AS title, p.text AS text,
       [(p)-[m:MENTIONS]->(e:__KGPlatformEntity__) | {start: m.start, end: m.end, id: e.id, name: e.name,
         normalized_name: e.normalizedName, type: e.type, aliases: e.aliases}] AS mentions
ORDER BY i

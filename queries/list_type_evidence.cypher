// purpose: what speaks for which type of some entities, the most frequent first
// params: $ids: list<string> - of entities
// returns: type: string, evidence: string - as decide_entity_types has it, count: integer
UNWIND $ids AS id
MATCH (e:__KGPlatformEntity__ {id: id})
CALL (e) {
  MATCH (d:__KGPlatformDecision__ {kind: 'type'}) WHERE e.id IN d.entities
  RETURN d.value AS type, 'decision' AS evidence
  UNION ALL
  WITH e WHERE e.itemType IS NOT NULL
  RETURN e.itemType AS type, 'wikidata' AS evidence
  UNION ALL
  MATCH (e)<-[:SUBJECT]-(s:__KGPlatformStatement__) WHERE s.isPlain AND s.subjectType IS NOT NULL
  RETURN s.subjectType AS type, 'instance' AS evidence
  UNION ALL
  MATCH (e)<-[m:MENTIONS]-(:__KGPlatformPassage__) WHERE m.type <> 'Thing'
  RETURN m.type AS type, coalesce(m.typeBy, 'recogniser') AS evidence
}
RETURN type, evidence, count(*) AS count
ORDER BY count DESC, type, evidence

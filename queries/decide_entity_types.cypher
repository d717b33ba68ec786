// purpose: give entities the type that the surest evidence shows, and of evidence of one kind the most; Thing counts only where nothing else does
// params: $document_ids: list<string> - entities that these mention, $entity_ids: list<string> - and these
// returns: entities: integer (whose type, or the evidence for it, changed)
WITH ['decision', 'given', 'wikidata', 'instance', 'column', 'form', 'context', 'recogniser'] AS surest_first
CALL () {
  MATCH (d:__KGPlatformDecision__ {kind: 'type'})
  UNWIND d.entities AS id
  RETURN collect([id, d.value]) AS decided
}
CALL () {
  UNWIND $document_ids AS id
  MATCH (:__KGPlatformDocument__ {id: id})<-[:PART_OF]-(:__KGPlatformPassage__)-[:MENTIONS]->(e:__KGPlatformEntity__)
  RETURN e
  UNION
  UNWIND $entity_ids AS id
  MATCH (e:__KGPlatformEntity__ {id: id})
  RETURN e
}
CALL (e, surest_first, decided) {
  CALL (e, decided) {
    UNWIND [item IN decided WHERE item[0] = e.id] AS item
    RETURN item[1] AS type, 'decision' AS evidence
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
  WITH surest_first, type, evidence, count(*) AS votes
  ORDER BY [place IN range(0, size(surest_first) - 1) WHERE surest_first[place] = evidence][0], votes DESC, type
  RETURN collect([type, evidence])[0] AS best
}
WITH e, coalesce(best[0], 'Thing') AS type, best[1] AS evidence
WHERE type <> e.type OR coalesce(evidence, '') <> coalesce(e.typeBy, '')
REMOVE e:$(e.type)
SET e.type = type, e.typeBy = evidence, e:$(type)
RETURN count(*) AS entities

// purpose: record what a person decided about entities; decisions to the contrary go
// params: $rows: list<[id, kind, left, right, documents, value, entities, names, replaced, decidedAt]> - kind is same, different, sense, name, type or ignored; decidedAt is ISO 8601
// params: $contrary: list<string> - ids of decisions to take back
// returns: decisions: integer (written)
CALL () {
  MATCH (old:__KGPlatformDecision__)
  WHERE old.id IN $contrary
  DELETE old
}
UNWIND $rows AS r
MERGE (d:__KGPlatformDecision__ {id: r[0]})
ON CREATE SET d:Decision
SET d.kind = r[1], d.left = r[2], d.right = r[3], d.documents = r[4], d.value = r[5],
    d.entities = r[6], d.names = r[7], d.replaced = r[8], d.decidedAt = coalesce(d.decidedAt, datetime(r[9]))
RETURN count(d) AS decisions

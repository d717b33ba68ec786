// purpose: record what a person decided about pairs of entities; a decision to the contrary goes
// params: $rows: list<[id, kind, left, right, documents]> - kind is same, different or sense
// params: $contrary: list<string> - ids of decisions to take back, $at: string - ISO 8601
// returns: decisions: integer (written)
CALL () {
  MATCH (old:__KGPlatformDecision__)
  WHERE old.id IN $contrary
  DELETE old
}
UNWIND $rows AS r
MERGE (d:__KGPlatformDecision__ {id: r[0]})
ON CREATE SET d:Decision
SET d.kind = r[1], d.left = r[2], d.right = r[3], d.documents = r[4],
    d.decidedAt = coalesce(d.decidedAt, datetime($at))
RETURN count(d) AS decisions

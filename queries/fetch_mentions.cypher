// purpose: passages with the entities they mention and where, for weighing them against a question
// params: $ids: list<string> - passage ids
// returns: id: string, text: string, entities: list<string>, starts: list<integer>, ends: list<integer>
UNWIND $ids AS id
MATCH (p:Passage {id: id})
CALL (p) {
  MATCH (p)-[m:MENTIONS]->(e)
  RETURN collect(e.id) AS entities, collect(m.start) AS starts, collect(m.end) AS ends
}
RETURN p.id AS id, p.text AS text, entities, starts, ends

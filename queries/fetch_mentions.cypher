// purpose: passages with the things they mention and where, for weighing them against a question; a name that was joined to a thing gives the thing
// params: $ids: list<string> - passage ids
// returns: id: string, text: string, entities: list<string>, starts: list<integer>, ends: list<integer>
UNWIND $ids AS id
MATCH (p:Passage {id: id})
CALL (p) {
  MATCH (p)-[m:MENTIONS]->(e)
  RETURN collect(CASE WHEN e:Resolved THEN coalesce(head([(e)-[:SAME_AS]->(c) | c.id]), e.id) ELSE e.id END) AS entities, collect(m.start) AS starts, collect(m.end) AS ends
}
RETURN p.id AS id, p.text AS text, entities, starts, ends

// purpose: draw the passages of a document with those that are linked to them as alike, best first; several methods may link the same two
// params: $document: string - its title, id or uri
// params: $limit: integer - most links to draw
// returns: link_path: path, source_path: path
MATCH (d:Document)
WHERE d.id = $document OR d.uri = $document OR d.title = $document
MATCH link_path = (d)<-[:PART_OF]-(:Passage)-[s:SIMILAR]-(other:Passage)
WITH link_path, other, s ORDER BY s.score DESC, s.method, other.id LIMIT $limit
MATCH source_path = (other)-[:PART_OF]->(:Document)
RETURN link_path, source_path

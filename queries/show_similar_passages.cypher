// purpose: draw the passages of a document with those that are linked to them as alike, best first; several methods may link the same two
// params: $document: string - its title, id or uri
// params: $limit: integer - most links to draw
// returns: link_path: path, source_path: path
MATCH (d:__KGPlatformDocument__)
WHERE d.id = $document OR d.uri = $document OR d.title = $document
MATCH link_path = (d)<-[:PART_OF]-(:__KGPlatformPassage__)-[s:SIMILAR]-(other:__KGPlatformPassage__)
WITH link_path, other, s ORDER BY s.score DESC, s.method, other.id LIMIT $limit
MATCH source_path = (other)-[:PART_OF]->(:__KGPlatformDocument__)
RETURN link_path, source_path

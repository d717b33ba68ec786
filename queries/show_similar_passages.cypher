// purpose: draw the passages of a document with those that are linked to them as alike, best first; several methods may link the same two
// group: Documents
// params: $document: string - its title, id or uri
// params: $limit: integer = 50 - most links to draw
// returns: link_path: path, source_path: path
CALL () {
  MATCH (d:__KGPlatformDocument__ {id: $document}) RETURN d
  UNION
  MATCH (d:__KGPlatformDocument__ {uri: $document}) RETURN d
  UNION
  MATCH (d:__KGPlatformDocument__) WHERE d.title = $document RETURN d
}
MATCH (d)<-[:PART_OF]-(p:__KGPlatformPassage__)
WITH d, p
MATCH link_path = (d)<-[:PART_OF]-(p)-[s:SIMILAR]-(other:__KGPlatformPassage__)
WITH link_path, other, s ORDER BY s.score DESC, s.method, other.id LIMIT $limit
MATCH source_path = (other)-[:PART_OF]->(:__KGPlatformDocument__)
RETURN link_path, source_path

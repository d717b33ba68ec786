// purpose: draw a document with its pages, sections and tables, its passages in reading order and the entities they name, with what these names were joined to
// group: Documents
// params: $document: string - its title, id or uri
// params: $limit: integer = 50 - most passages to draw
// returns: part_path: path, next_path: path, structure_path: path, mention_path: path
CALL () {
  MATCH (d:__KGPlatformDocument__ {id: $document}) RETURN d
  UNION
  MATCH (d:__KGPlatformDocument__ {uri: $document}) RETURN d
  UNION
  MATCH (d:__KGPlatformDocument__) WHERE d.title = $document RETURN d
}
MATCH part_path = (d)<-[:PART_OF]-(p:__KGPlatformPassage__)
WITH d, p, part_path ORDER BY p.index LIMIT $limit
OPTIONAL MATCH next_path = (p)-[:NEXT]->(:__KGPlatformPassage__)
OPTIONAL MATCH structure_path = (p)<-[:HAS_PASSAGE]-(:__KGPlatformPage__|__KGPlatformSection__|__KGPlatformTable__)<-[:HAS_PAGE|HAS_SECTION|HAS_TABLE]-(d)
OPTIONAL MATCH mention_path = (p)-[:MENTIONS]->(:__KGPlatformEntity__) ((:__KGPlatformEntity__)-[:SAME_AS]->(:__KGPlatformEntity__)){0,1} (:__KGPlatformEntity__)
RETURN part_path, next_path, structure_path, mention_path

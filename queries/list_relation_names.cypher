// purpose: the canonical relations that statements or questions have, the most frequent first
// params: $limit: integer - most relations
// returns: names: list<string>, is_new: boolean - whether one of them has no vector yet, signature: string or null (of the relations that were compared last); one row
CALL () {
  MATCH (r:__KGPlatformRelationType__)
  WITH r, COUNT { (r)<-[:HAS_RELATION]-(:__KGPlatformStatement__) } AS statements
  WHERE statements > 0 OR r.count IS NOT NULL
  WITH r ORDER BY statements DESC, r.name LIMIT $limit
  RETURN collect(r.name) AS names,
         any(has IN collect(EXISTS { (r)-[:HAS_EMBEDDING]->(:__KGPlatformRelationTypeEmbedding__) }) WHERE NOT has) AS is_new
}
OPTIONAL MATCH (c:__KGPlatformConfiguration__ {id: 'near relations'})
RETURN names, is_new, c.signature AS signature

// purpose: the canonical relations that statements or questions have, the most frequent first
// params: $limit: integer - most relations
// returns: names: list<string>, signature: string or null (of the relations that were compared last); one row
CALL () {
  MATCH (r:__KGPlatformRelationType__)
  WITH r, COUNT { (r)<-[:HAS_RELATION]-(:__KGPlatformStatement__) } AS statements
  WHERE statements > 0 OR r.count IS NOT NULL
  WITH r ORDER BY statements DESC, r.name LIMIT $limit
  RETURN collect(r.name) AS names
}
OPTIONAL MATCH (c:__KGPlatformConfiguration__ {id: 'near relations'})
RETURN names, c.signature AS signature

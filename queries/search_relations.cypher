// purpose: the relations of the auxiliary schema nearest to some vectors, with the types they hold between; and their vectors with those of some others
// params: $vectors: list<vector> - of the relations that a question asks for, $nearest: integer - relations a vector, $names: list<string> - relations whose vectors are wanted too
// returns: relations: list<string> (the nearest), cosines: list<float> (-1..1, theirs), edges: list<[subject type, relation, object type]> (theirs), names: list<string> (of all that have a vector), embeddings: list<list<float>>; one row
CALL () {
  UNWIND $vectors AS vector
  CALL db.index.vector.queryNodes('kgplatform_relation_type_vector', $nearest, vector)
  YIELD node AS e, score
  MATCH (e)<-[:HAS_EMBEDDING]-(r:__KGPlatformRelationType__)
  WITH r.name AS name, max(2 * score - 1) AS cosine
  ORDER BY cosine DESC, name
  RETURN collect(name) AS relations, collect(cosine) AS cosines
}
CALL (relations) {
  MATCH (a:__KGPlatformEntityType__)-[s:SCHEMA]->(b:__KGPlatformEntityType__)
  WHERE s.relation IN relations
  RETURN collect([a.name, s.relation, b.name]) AS edges
}
CALL (relations) {
  UNWIND $names + [name IN relations WHERE NOT name IN $names] AS name
  MATCH (:__KGPlatformRelationType__ {name: name})-[:HAS_EMBEDDING]->(e:__KGPlatformRelationTypeEmbedding__)
  RETURN collect(name) AS names, collect(e.vector) AS embeddings
}
RETURN relations, cosines, edges, names, embeddings

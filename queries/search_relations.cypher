// purpose: the relations of the auxiliary schema nearest to some vectors, and those that these are linked to as near in meaning, with the types they hold between; and their vectors with those of some others
// params: $vectors: list<vector> - of the relations that a question asks for, $nearest: integer - relations a vector, $names: list<string> - relations whose vectors are wanted too
// returns: relations: list<string> (the nearest), cosines: list<float> (-1..1, theirs; of one that is linked to a nearest one the product of both), edges: list<[subject type, relation, object type]> (theirs), names: list<string> (of all that have a vector), embeddings: list<list<float>>; one row
CALL () {
  UNWIND $vectors AS vector
  CALL (vector) {
    // relations that too few statements have are in the index but not in the schema
    CALL db.index.vector.queryNodes('kgplatform_relation_type_vector', 4 * $nearest, vector)
    YIELD node AS e, score
    MATCH (e)<-[:HAS_EMBEDDING]-(node:__KGPlatformRelationType__)
    WHERE node.count IS NOT NULL
    RETURN node, score ORDER BY score DESC, node.name LIMIT $nearest
  }
  CALL (node, score) {
    RETURN node.name AS name, 2 * score - 1 AS near
    UNION ALL
    MATCH (:__KGPlatformRelationType__ {name: node.name})-[link:SIMILAR_TO]-(other:__KGPlatformRelationType__)
    WHERE other.count IS NOT NULL
    RETURN other.name AS name, (2 * score - 1) * link.score AS near
  }
  WITH name, max(near) AS cosine
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

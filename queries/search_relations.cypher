// purpose: the relations nearest to some vectors, and those that these are linked to as near in meaning, with the types they hold between; and their vectors with those of some others; one that too few statements have for the auxiliary schema has to be nearer
// params: $vectors: list<vector> - of the relations that a question asks for, $nearest: integer - relations a vector, $rare: float - least cosine of one that is not in the auxiliary schema, $names: list<string> - relations whose vectors are wanted too
// returns: relations: list<string> (the nearest), cosines: list<float> (-1..1, theirs; of one that is linked to a nearest one the product of both), edges: list<[subject type, relation, object type]> (theirs; of a literal its datatype), names: list<string> (of all that have a vector), embeddings: list<list<float>>; one row
CALL () {
  UNWIND $vectors AS vector
  CALL (vector) {
    CALL db.index.vector.queryNodes('kgplatform_relation_type_vector', 4 * $nearest, vector)
    YIELD node AS e, score
    MATCH (e)<-[:HAS_EMBEDDING]-(node:__KGPlatformRelationType__)
    WITH node, 2 * score - 1 AS cosine WHERE node.count IS NOT NULL OR cosine >= $rare
    RETURN node, cosine ORDER BY cosine DESC, node.name LIMIT $nearest
  }
  CALL (node, cosine) {
    RETURN node.name AS name, cosine AS near
    UNION ALL
    MATCH (:__KGPlatformRelationType__ {name: node.name})-[link:SIMILAR_TO]-(other:__KGPlatformRelationType__)
    RETURN other.name AS name, cosine * link.score AS near
  }
  WITH name, max(near) AS cosine
  ORDER BY cosine DESC, name
  RETURN collect(name) AS relations, collect(cosine) AS cosines
}
CALL (relations) {
  CALL (relations) {
    MATCH (a:__KGPlatformEntityType__)-[s:SCHEMA]->(b:__KGPlatformEntityType__)
    WHERE s.relation IN relations
    RETURN [a.name, s.relation, b.name] AS edge
    UNION
    UNWIND relations AS name
    MATCH (r:__KGPlatformRelationType__ {name: name}) WHERE r.count IS NULL
    MATCH (r)<-[:HAS_RELATION]-(s:__KGPlatformStatement__)-[:SUBJECT]->(a:__KGPlatformEntity__) WHERE s.isPlain
    MATCH (s)-[:OBJECT]->(o:__KGPlatformEntity__|__KGPlatformLiteral__)
    RETURN [a.type, name, coalesce(o.type, o.datatype)] AS edge
  }
  RETURN collect(edge) AS edges
}
CALL (relations) {
  UNWIND $names + [name IN relations WHERE NOT name IN $names] AS name
  MATCH (:__KGPlatformRelationType__ {name: name})-[:HAS_EMBEDDING]->(e:__KGPlatformRelationTypeEmbedding__)
  RETURN collect(name) AS names, collect(e.vector) AS embeddings
}
RETURN relations, cosines, edges, names, embeddings

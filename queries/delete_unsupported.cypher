// purpose: remove passages, and those of some statements, entities, phrases and literals that no passage supports any more, with relations that no statement has and no question asks for
// params: $passages: list<string>, $statements: list<string>, $things: list<string> - ids to look at; passages are removed in any case
// returns: passages: integer, statements: integer, entities: integer, phrases: integer, literals: integer (removed)
// What was given its label in this transaction loses it first: an index still finds it otherwise.
CALL () {
  UNWIND $passages AS id
  MATCH (p:__KGPlatformPassage__ {id: id})
  CALL (p) { MATCH (p)-[:HAS_EMBEDDING]->(e:__KGPlatformPassageEmbedding__) DETACH DELETE e }
  DETACH DELETE p
  RETURN count(*) AS passages
}
CALL () {
  UNWIND $statements AS id
  MATCH (s:__KGPlatformStatement__ {id: id})
  WHERE NOT EXISTS { (s)-[:STATED_IN]->(:__KGPlatformPassage__) }
  CALL (s) {
    MATCH (s)-[:SUBJECT]->(a:__KGPlatformEntity__)-[related:RELATED {statementId: s.id}]->(:__KGPlatformEntity__)
    DELETE related
  }
  OPTIONAL MATCH (s)-[:HAS_RELATION]->(t:__KGPlatformRelationType__)
  CALL (s) { MATCH (s)-[:HAS_EMBEDDING]->(e:__KGPlatformStatementEmbedding__) DETACH DELETE e }
  REMOVE s:__KGPlatformStatement__
  DETACH DELETE s
  WITH collect(DISTINCT t) AS relations, count(*) AS statements
  CALL (relations) {
    UNWIND relations AS t
    WITH t WHERE coalesce(t.questions, 0) = 0 AND NOT EXISTS { (t)<-[:HAS_RELATION]-(:__KGPlatformStatement__|__KGPlatformIgnored__) }
    CALL (t) { MATCH (t)-[:HAS_EMBEDDING]->(e:__KGPlatformRelationTypeEmbedding__) DETACH DELETE e }
    REMOVE t:__KGPlatformRelationType__
    DETACH DELETE t
  }
  RETURN statements
}
CALL () {
  UNWIND $things AS id
  CALL (id) {
    MATCH (t:__KGPlatformEntity__ {id: id}) RETURN t
    UNION ALL
    MATCH (t:__KGPlatformPhrase__ {id: id}) RETURN t
    UNION ALL
    MATCH (t:__KGPlatformLiteral__ {id: id}) RETURN t
  }
  WITH t, t:__KGPlatformEntity__ AS isEntity, t:__KGPlatformPhrase__ AS isPhrase
  WHERE NOT EXISTS { (t)<-[:MENTIONS|SUBJECT|OBJECT|QUALIFIER|ABOUT]-(:__KGPlatformPassage__|__KGPlatformStatement__|__KGPlatformDocument__) }
  REMOVE t:__KGPlatformEntity__
  DETACH DELETE t
  RETURN sum(CASE WHEN isEntity THEN 1 ELSE 0 END) AS entities,
         sum(CASE WHEN isPhrase THEN 1 ELSE 0 END) AS phrases,
         sum(CASE WHEN isEntity OR isPhrase THEN 0 ELSE 1 END) AS literals
}
RETURN passages, statements, entities, phrases, literals

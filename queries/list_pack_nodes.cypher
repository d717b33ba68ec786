// purpose: all that a pack holds as nodes: everything of the platform but its schema, vectors with what they are of
// params: none
// returns: labels: list<string>, properties: map, vector: vector or null
MATCH (n:__KGPlatformDocument__|__KGPlatformPage__|__KGPlatformSection__|__KGPlatformTable__|__KGPlatformPassage__|__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__|__KGPlatformStatement__|__KGPlatformUnprovenFact__|__KGPlatformDecision__|__KGPlatformIgnored__|__KGPlatformEntityType__|__KGPlatformRelationType__|__KGPlatformQuestion__|__KGPlatformIngestRun__|__KGPlatformConfiguration__)
WHERE NOT n:__KGPlatformConfiguration__ OR n.id <> 'embedding'
RETURN labels(n) AS labels, properties(n) AS properties,
       head([(n)-[:HAS_EMBEDDING]->(e:__KGPlatformPassageEmbedding__|__KGPlatformStatementEmbedding__|__KGPlatformRelationTypeEmbedding__) | e.vector]) AS vector

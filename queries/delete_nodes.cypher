// purpose: delete some of the platform's nodes, with their relationships; repeated until none is left
// params: $limit: integer - most nodes in one transaction
// returns: nodes: integer
MATCH (n:__KGPlatformDocument__|__KGPlatformPage__|__KGPlatformSection__|__KGPlatformTable__|__KGPlatformPassage__|__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__|__KGPlatformStatement__|__KGPlatformUnprovenFact__|__KGPlatformDecision__|__KGPlatformIgnored__|__KGPlatformEntityType__|__KGPlatformRelationType__|__KGPlatformQuestion__|__KGPlatformIngestRun__|__KGPlatformPassageEmbedding__|__KGPlatformStatementEmbedding__|__KGPlatformRelationTypeEmbedding__)
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS nodes

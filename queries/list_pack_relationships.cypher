// purpose: all that a pack holds as relationships
// params: none
// returns: start_labels: list<string>, start: string - id, or name of a type, type: string, end_labels: list<string>, end: string, properties: map
MATCH (a:__KGPlatformDocument__|__KGPlatformPage__|__KGPlatformSection__|__KGPlatformTable__|__KGPlatformPassage__|__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__|__KGPlatformStatement__|__KGPlatformUnprovenFact__|__KGPlatformDecision__|__KGPlatformIgnored__|__KGPlatformEntityType__|__KGPlatformRelationType__|__KGPlatformQuestion__|__KGPlatformIngestRun__|__KGPlatformConfiguration__)-[r]->(b:__KGPlatformDocument__|__KGPlatformPage__|__KGPlatformSection__|__KGPlatformTable__|__KGPlatformPassage__|__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__|__KGPlatformStatement__|__KGPlatformUnprovenFact__|__KGPlatformDecision__|__KGPlatformIgnored__|__KGPlatformEntityType__|__KGPlatformRelationType__|__KGPlatformQuestion__|__KGPlatformIngestRun__|__KGPlatformConfiguration__)
RETURN labels(a) AS start_labels, coalesce(a.id, a.name) AS start, type(r) AS type,
       labels(b) AS end_labels, coalesce(b.id, b.name) AS end, properties(r) AS properties

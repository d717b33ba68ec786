// purpose: give nodes what a pack has of them, in place of all that they had
// params: $rows: list<[node, properties]> - node is Neo4j's id of it
// returns: nodes: integer
UNWIND $rows AS r
MATCH (n:__KGPlatformDocument__|__KGPlatformPage__|__KGPlatformSection__|__KGPlatformTable__|__KGPlatformPassage__|__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__|__KGPlatformStatement__|__KGPlatformUnprovenFact__|__KGPlatformDecision__|__KGPlatformIgnored__|__KGPlatformEntityType__|__KGPlatformRelationType__|__KGPlatformQuestion__|__KGPlatformIngestRun__|__KGPlatformConfiguration__) WHERE elementId(n) = r[0]
SET n = r[1]
RETURN count(*) AS nodes

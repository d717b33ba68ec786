// purpose: give nodes that are there what only a pack has of them, other names among it; what they have stays
// params: $rows: list<[node, properties]> - node is Neo4j's id of it
// returns: nodes: integer
UNWIND $rows AS r
MATCH (n:__KGPlatformDocument__|__KGPlatformPage__|__KGPlatformSection__|__KGPlatformTable__|__KGPlatformPassage__|__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__|__KGPlatformStatement__|__KGPlatformUnprovenFact__|__KGPlatformDecision__|__KGPlatformIgnored__|__KGPlatformEntityType__|__KGPlatformRelationType__|__KGPlatformQuestion__|__KGPlatformIngestRun__|__KGPlatformConfiguration__) WHERE elementId(n) = r[0]
WITH n, r, properties(n) AS own
SET n += r[1]
SET n += own
WITH n, r, own WHERE own.aliases IS NOT NULL AND r[1].aliases IS NOT NULL
SET n.aliases = COLLECT { UNWIND own.aliases + r[1].aliases AS alias WITH DISTINCT alias ORDER BY alias RETURN alias }
RETURN count(*) AS nodes

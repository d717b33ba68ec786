// purpose: make relationships of a pack that are not there yet
// params: $rows: list<[start, type, end, properties]> - start and end are Neo4j's ids of nodes
// params: $is_new: boolean - the graph had none before: none is looked for
// returns: relationships: integer (made)
UNWIND $rows AS r
MATCH (a:__KGPlatformDocument__|__KGPlatformPage__|__KGPlatformSection__|__KGPlatformTable__|__KGPlatformPassage__|__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__|__KGPlatformStatement__|__KGPlatformUnprovenFact__|__KGPlatformDecision__|__KGPlatformIgnored__|__KGPlatformEntityType__|__KGPlatformRelationType__|__KGPlatformQuestion__|__KGPlatformIngestRun__|__KGPlatformConfiguration__) WHERE elementId(a) = r[0]
MATCH (b:__KGPlatformDocument__|__KGPlatformPage__|__KGPlatformSection__|__KGPlatformTable__|__KGPlatformPassage__|__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__|__KGPlatformStatement__|__KGPlatformUnprovenFact__|__KGPlatformDecision__|__KGPlatformIgnored__|__KGPlatformEntityType__|__KGPlatformRelationType__|__KGPlatformQuestion__|__KGPlatformIngestRun__|__KGPlatformConfiguration__) WHERE elementId(b) = r[2]
WITH r, a, b
WHERE $is_new OR NOT EXISTS { (a)-[x]->(b) WHERE type(x) = r[1] AND properties(x) = r[3] }
CREATE (a)-[made:$(r[1])]->(b)
SET made = r[3]
RETURN count(made) AS relationships

// Count the platform's nodes of each kind and type, ordered by label.
// group: Graph
// returns: label: string
// returns: count: integer
MATCH (n:__KGPlatformDocument__|__KGPlatformPage__|__KGPlatformSection__|__KGPlatformTable__|__KGPlatformPassage__|__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__|__KGPlatformStatement__|__KGPlatformUnprovenFact__|__KGPlatformDecision__|__KGPlatformIgnored__|__KGPlatformEntityType__|__KGPlatformRelationType__|__KGPlatformQuestion__|__KGPlatformIngestRun__|__KGPlatformPassageEmbedding__|__KGPlatformStatementEmbedding__|__KGPlatformRelationTypeEmbedding__|__KGPlatformConfiguration__|__KGPlatformMigration__|__KGPlatformWriterLock__)
UNWIND [label IN labels(n) WHERE NOT label STARTS WITH '__'] AS label
RETURN label, count(*) AS count
ORDER BY label

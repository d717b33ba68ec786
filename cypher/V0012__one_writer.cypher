// One writer a graph at a time: the nodes by which processes take turns are one a turn. Whoever
// writes first runs this very statement before it, since migrating takes a turn too.
CREATE CONSTRAINT kgplatform_writer_lock_id IF NOT EXISTS FOR (l:__KGPlatformWriterLock__) REQUIRE l.id IS UNIQUE;

// Two writers at once left relationships twice; of those that say the same, one stays. A question
// may cite one passage several times, so questions are left out.
MATCH (a:__KGPlatformDocument__|__KGPlatformPage__|__KGPlatformSection__|__KGPlatformTable__|__KGPlatformPassage__|__KGPlatformEntity__|__KGPlatformStatement__|__KGPlatformUnprovenFact__|__KGPlatformEntityType__)
CALL (a) {
  MATCH (a)-[r]->(b:__KGPlatformDocument__|__KGPlatformPage__|__KGPlatformSection__|__KGPlatformTable__|__KGPlatformPassage__|__KGPlatformEntity__|__KGPlatformStatement__|__KGPlatformUnprovenFact__|__KGPlatformEntityType__|__KGPlatformLiteral__)
  WITH b, type(r) AS type, [r.relation, r.start, r.end, r.method, r.statementId] AS key, collect(r) AS doubles
  WHERE size(doubles) > 1
  UNWIND tail(doubles) AS double
  DELETE double
} IN TRANSACTIONS OF 1000 ROWS;

// purpose: note that passages were read by an extractor when a question was asked
// params: $ids: list<string> - passages, $extractor: string - who read them
// returns: passages: integer
UNWIND $ids AS id
MATCH (p:__KGPlatformPassage__ {id: id})
SET p.readBy = [name IN coalesce(p.readBy, []) WHERE name <> $extractor] + [$extractor]
RETURN count(*) AS passages

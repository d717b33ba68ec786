// purpose: note that the passages of some documents were searched for late-known names
// params: $ids: list<string> - document ids, $at: string - ISO 8601
// returns: documents: integer
UNWIND $ids AS id
MATCH (d:__KGPlatformDocument__ {id: id})
SET d.linkedAt = datetime($at)
RETURN count(*) AS documents

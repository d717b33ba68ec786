// purpose: remove a document whose parts were taken out
// params: $id: string - document id
// returns: documents: integer
MATCH (d:__KGPlatformDocument__ {id: $id})
DETACH DELETE d
RETURN count(*) AS documents

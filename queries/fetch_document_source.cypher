// purpose: where a document was read from
// params: $id: string - document id
// returns: title: string, media_type: string, uris: list<string> - its own, then those of its copies
MATCH (d:__KGPlatformDocument__ {id: $id})
RETURN d.title AS title, d.mediaType AS media_type, [d.uri] + coalesce(d.copies, []) AS uris

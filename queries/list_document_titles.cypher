// purpose: what some documents are called
// params: $ids: list<string> - document ids
// returns: id: string, title: string, uri: string
UNWIND $ids AS id
MATCH (d:__KGPlatformDocument__ {id: id})
RETURN id, d.title AS title, d.uri AS uri

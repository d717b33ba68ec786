// purpose: what some documents are called
// params: $ids: list<string> - document ids
// returns: id: string, title: string, uri: string
UNWIND $ids AS id
MATCH (d:Document {id: id})
RETURN id, d.title AS title, d.uri AS uri

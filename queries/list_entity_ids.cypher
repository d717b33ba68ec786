// purpose: which of some entity ids are in the graph, and what these are called
// params: $ids: list<string>
// returns: id: string, name: string
UNWIND $ids AS id
MATCH (e:__KGPlatformEntity__ {id: id})
RETURN e.id AS id, e.name AS name

// purpose: which of some entity ids are in the graph
// params: $ids: list<string>
// returns: id: string
UNWIND $ids AS id
MATCH (e:__KGPlatformEntity__ {id: id})
RETURN e.id AS id

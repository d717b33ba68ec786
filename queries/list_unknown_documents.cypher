// purpose: which of some document ids are of no document
// params: $ids: list<string>
// returns: id: string
UNWIND $ids AS id
WITH id WHERE NOT EXISTS { MATCH (:__KGPlatformDocument__ {id: id}) }
RETURN id

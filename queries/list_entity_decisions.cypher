// purpose: what people decided about entities, in the order in which they did: two are the same or different, a sense of its own in some documents, another name, another type, or that it is no entity
// params: none
// returns: id: string, kind: string - same, different, sense, name, type or ignored, left: string, right: string - entity ids; of a sense, the right one is the new one; of a name, type or ignored, there is no right one
// returns: documents: list<string> - ids of the documents that name a sense, value: string - the name or type, entities: list<string> - ids of all names that a type or ignored is about
// returns: names: list<string> - what the entities were called then, replaced: string - rows of the decisions that it took back, as JSON, decided_at: string
MATCH (d:__KGPlatformDecision__)
RETURN d.id AS id, d.kind AS kind, d.left AS left, coalesce(d.right, '') AS right,
       coalesce(d.documents, []) AS documents, coalesce(d.value, '') AS value,
       coalesce(d.entities, []) AS entities, coalesce(d.names, []) AS names,
       coalesce(d.replaced, '[]') AS replaced, coalesce(toString(d.decidedAt), '') AS decided_at
ORDER BY d.decidedAt, id

// purpose: what people decided about entities: same, different, or a sense of its own in some documents
// params: none
// returns: id: string, kind: string - same, different or sense, left: string, right: string - entity ids; of a sense, the right one is the new one
// returns: documents: list<string> - ids of the documents that name a sense
MATCH (d:__KGPlatformDecision__)
RETURN d.id AS id, d.kind AS kind, d.left AS left, d.right AS right,
       coalesce(d.documents, []) AS documents
ORDER BY id

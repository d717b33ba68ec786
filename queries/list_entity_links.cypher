// purpose: the links between entities that resolution made, as parallel lists
// params: none
// returns: types: list<string> - SAME_AS, MAY_BE or DIFFERENT_FROM, starts: list<string>, ends: list<string>, methods: list<string>, scores: list<float>, vias: list<string>
MATCH (a:__KGPlatformEntity__)-[r:SAME_AS|MAY_BE|DIFFERENT_FROM]->(b:__KGPlatformEntity__)
RETURN collect(type(r)) AS types, collect(a.id) AS starts, collect(b.id) AS ends,
       collect(coalesce(r.method, '')) AS methods, collect(coalesce(r.score, 0.0)) AS scores,
       collect(coalesce(r.via, '')) AS vias

// purpose: give entities the names that people decided; the name that texts write is kept next to it
// params: none
// returns: entities: integer (whose name changed)
MATCH (d:__KGPlatformDecision__ {kind: 'name'})
MATCH (e:__KGPlatformEntity__ {id: d.left}) WHERE e.name <> d.value
SET e.writtenName = coalesce(e.writtenName, e.name), e.name = d.value
RETURN count(e) AS entities

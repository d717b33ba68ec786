// purpose: give an entity the name back that texts write
// params: $id: string
// returns: entities: integer
MATCH (e:__KGPlatformEntity__ {id: $id}) WHERE e.writtenName IS NOT NULL
SET e.name = e.writtenName
REMOVE e.writtenName
RETURN count(e) AS entities

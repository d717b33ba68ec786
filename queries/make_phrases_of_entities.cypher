// purpose: turn entities into phrases, which keep their statements and lose what only entities have
// params: $ids: list<string> - of entities
// returns: phrases: integer
UNWIND $ids AS id
MATCH (e:__KGPlatformEntity__ {id: id})
CALL (e) { MATCH (e)-[r:RELATED|SAME_AS|MAY_BE|DIFFERENT_FROM]-(:__KGPlatformEntity__) DELETE r }
CALL (e) { MATCH (e)<-[r:MENTIONS|REFERS_TO|ABOUT]-(:__KGPlatformPassage__|__KGPlatformDocument__) DELETE r }
REMOVE e:__KGPlatformEntity__:Entity:Resolved:$(e.type)
SET e = {id: e.id, name: coalesce(e.writtenName, e.name)}, e:__KGPlatformPhrase__:Phrase
RETURN count(e) AS phrases

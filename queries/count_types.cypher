// purpose: count the entities of each type and the literals of each datatype
// params: none
// returns: name: string, is_literal: boolean, count: integer
CALL () {
  MATCH (e:__KGPlatformEntity__) RETURN e.type AS name, false AS is_literal, count(*) AS count
  UNION ALL
  MATCH (l:__KGPlatformLiteral__) RETURN l.datatype AS name, true AS is_literal, count(*) AS count
}
RETURN name, is_literal, count ORDER BY name

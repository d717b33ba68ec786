// purpose: what the SIMILAR edges of a method were last made from, and how many there are
// params: $id: string - of the method's Configuration node, $method: string - keyword, embedding or entity
// returns: signature: string or null (null: never, or not to the end), stored: integer or null (edges when they were made), edges: integer (edges now)
OPTIONAL MATCH (c:__KGPlatformConfiguration__ {id: $id})
CALL () {
  MATCH (:__KGPlatformPassage__)-[s:SIMILAR]->(:__KGPlatformPassage__) WHERE s.method = $method
  RETURN count(s) AS edges
}
RETURN c.signature AS signature, c.edges AS stored, edges

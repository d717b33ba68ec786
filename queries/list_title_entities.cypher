// purpose: the entities that document titles name, for finding them in new text
// params: none
// returns: name: string, type: string
MATCH (:Document)-[:ABOUT]->(e:Entity)
WITH DISTINCT e
RETURN e.name AS name, e.type AS type
ORDER BY name

// purpose: make nodes of a pack, whose labels were seen to be ours
// params: $rows: list<[key, labels, properties]>
// returns: key: string, node: string - Neo4j's id of it
UNWIND $rows AS r
CREATE (n:$(r[1]))
SET n = r[2]
RETURN r[0] AS key, elementId(n) AS node

// Count all that the database holds, whoever wrote it, as the server has counted it already.
// returns: nodes: integer
// returns: relationships: integer
CALL db.stats.retrieve('GRAPH COUNTS') YIELD data
RETURN data.nodes[0].count AS nodes, data.relationships[0].count AS relationships

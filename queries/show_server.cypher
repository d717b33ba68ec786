// Show the version and edition of the Neo4j that answers.
// returns: version: string
// returns: edition: string
// The system database of the long-term version takes no WHERE here; a component "Cypher" of newer
// ones comes after "Neo4j Kernel" in this order.
CALL dbms.components() YIELD name, versions, edition
RETURN versions[0] AS version, edition ORDER BY name DESC LIMIT 1

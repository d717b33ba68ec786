// Show the version and edition of the Neo4j that answers.
// returns: version: string
// returns: edition: string
CALL dbms.components() YIELD name, versions, edition
WHERE name = 'Neo4j Kernel'
RETURN versions[0] AS version, edition

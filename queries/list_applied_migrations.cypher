// purpose: list the schema migrations that this graph has had, in order
// group: Graph
// returns: version: integer, name: string, sha256: string - of the file when it was applied
MATCH (m:__KGPlatformMigration__)
RETURN m.version AS version, m.name AS name, m.sha256 AS sha256
ORDER BY version

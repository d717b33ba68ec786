// purpose: record that a schema migration has been applied; the first record stays
// params: $version: integer - its number
// params: $name: string - its file name
// params: $sha256: string - of its file
// returns: name: string, sha256: string - as recorded
MERGE (m:__KGPlatformMigration__ {version: $version})
ON CREATE SET m:Migration, m.name = $name, m.sha256 = $sha256, m.appliedAt = datetime()
RETURN m.name AS name, m.sha256 AS sha256

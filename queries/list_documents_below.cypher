// purpose: the documents that came from some files or folders
// params: $prefixes: list<string> - how their URIs begin
// returns: id: string
UNWIND $prefixes AS prefix
MATCH (d:__KGPlatformDocument__)
WHERE d.uri STARTS WITH prefix
RETURN DISTINCT d.id AS id

// purpose: the documents that fit a description; null leaves a part of it open
// params: $prefix: string or null - how a URI of it begins: a folder, $media_type: string or null, $ending: string or null - of the names of files, $language: string or null (ISO 639-1)
// params: $since: string or null - ISO 8601, the first day that it may be dated, $until: string or null - the last one
// returns: id: string
MATCH (d:__KGPlatformDocument__)
WHERE ($prefix IS NULL OR any(path IN [d.uri] + coalesce(d.copies, []) WHERE path STARTS WITH $prefix))
  AND ($media_type IS NULL OR d.mediaType = $media_type)
  AND ($ending IS NULL OR any(path IN [d.uri] + coalesce(d.copies, []) WHERE toLower(path) ENDS WITH $ending OR toLower(path) CONTAINS $ending + '#'))
  AND ($language IS NULL OR d.language = $language)
  AND ($since IS NULL OR d.date >= date($since))
  AND ($until IS NULL OR d.date <= date($until))
RETURN d.id AS id ORDER BY id

// purpose: tables with all their cells, to look one up
// params: $ids: list<string> - table ids
// returns: id: string, cells: string (JSON, a list a row), start: integer (in the document's text)
UNWIND $ids AS wanted
MATCH (t:__KGPlatformTable__ {id: wanted})
RETURN t.id AS id, t.cells AS cells, t.start AS start

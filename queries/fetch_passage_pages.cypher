// purpose: the pages that a passage lies on, with the place of their characters, for marking evidence
// params: $id: string - passage id
// returns: passage_start: integer (in the document's text), number: integer, start: integer, end: integer, width: float, height: float, label: string, lines: string or null (JSON); no row where the document has no pages
MATCH (p:__KGPlatformPassage__ {id: $id})<-[:HAS_PASSAGE]-(page:__KGPlatformPage__)
RETURN p.start AS passage_start, page.number AS number, page.start AS start, page.end AS end,
       page.width AS width, page.height AS height, page.label AS label, page.lines AS lines
ORDER BY number

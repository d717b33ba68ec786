// purpose: which quotes still stand in a passage of their document, wherever it is now
// params: $quotes: list<map> - {document_id, quote}
// returns: index: integer - of the quote, kept: boolean
UNWIND range(0, size($quotes) - 1) AS index
WITH index, $quotes[index] AS given
RETURN index,
       EXISTS {
         MATCH (p:__KGPlatformPassage__)-[:PART_OF]->(:__KGPlatformDocument__ {id: given.document_id})
         WHERE p.text CONTAINS given.quote
       } AS kept
ORDER BY index

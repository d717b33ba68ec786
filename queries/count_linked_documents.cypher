// purpose: how many documents of earlier runs there are, whose passages may name new titles
// params: none
// returns: documents: integer
MATCH (d:__KGPlatformDocument__)
WHERE d.linkedAt IS NOT NULL
RETURN count(d) AS documents

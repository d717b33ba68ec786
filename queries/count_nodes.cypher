// Count the nodes of each label, ordered by label.
// returns: label: string
// returns: count: integer
MATCH (n)
UNWIND labels(n) AS label
RETURN label, count(*) AS count
ORDER BY label

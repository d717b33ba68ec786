// The first embedder owns the graph: vectors of two embedders cannot be compared.
// It is recorded before the vector index is made, so that a crash between the two leaves no
// index of a dimension that nobody knows the reason of.
// params: $embedder: string - name of the embedder, $dimension: integer - numbers in its vectors

MERGE (c:Configuration {id: 'embedding'})
ON CREATE SET c.embedder = $embedder, c.dimension = $dimension;

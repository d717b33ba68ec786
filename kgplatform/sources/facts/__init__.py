"""Facts given as data: rows, RDF and triple files."""

"""KGP's structural questions: parse, find the document, match its parts, fetch their content."""

"""Evidence with a form of its own: "Key: value" lines, tables as cells, headings."""

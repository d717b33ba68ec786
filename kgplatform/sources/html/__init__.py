"""HTML: a tree of elements to the parts of a text. Web pages, books and Word files pass here."""

"""From files to Documents with pages, sections, tables or facts; later rooms see only Documents."""

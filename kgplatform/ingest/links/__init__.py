"""SIMILAR edges between passages: by keywords, meaning and shared entities."""

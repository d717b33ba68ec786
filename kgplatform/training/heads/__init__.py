"""Trains the heads that read a passage for a question; see models/reading_heads."""

"""Writes parts of the graph as files that others can read and check: one module a format."""

"""Whole clauses that answer: reasons, ways and times, yes or no."""

"""Measures methods on question data sets: data sets, metrics, runs as files, a scratch graph."""

"""Checks an export against its sources, without a graph."""

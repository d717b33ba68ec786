"""LPKG: questions taken apart into plans, which are checked, executed, and learnt from graphs."""

from __future__ import annotations

__all__ = ["BOTH", "PLAN", "PLANNERS", "SOURCES", "TEXT", "WIKIDATA"]

PLAN = "plan"
"""The method's name, as commands take it."""

PLANNERS = ("auto", "tuned", "chat", "syntactic")

TEXT, WIKIDATA, BOTH = SOURCES = ("text", "wikidata", "both")
"""What a plan may run over."""

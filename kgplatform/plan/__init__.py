"""LPKG: questions taken apart into plans, which are checked, executed, and learnt from graphs."""

from __future__ import annotations

from typing import Literal, get_args

__all__ = ["BOTH", "PLAN", "PLANNERS", "SOURCES", "TEXT", "WIKIDATA", "Planner"]

PLAN = "plan"
"""The method's name, as commands take it."""

Planner = Literal["auto", "tuned", "chat", "syntactic"]
PLANNERS = get_args(Planner)

TEXT, WIKIDATA, BOTH = SOURCES = ("text", "wikidata", "both")
"""What a plan may run over."""

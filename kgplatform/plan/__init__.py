"""LPKG: questions taken apart into plans, which are checked, executed, and learnt from graphs."""

from __future__ import annotations

__all__ = ["PLAN"]

PLAN = "plan"
"""The method's name, as commands take it."""

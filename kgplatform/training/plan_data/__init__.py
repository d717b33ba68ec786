"""Planning data learnt from graphs: patterns, grounded, put in words, written as data sets."""

from __future__ import annotations

__all__ = ["CHAT", "TEMPLATES", "VERBALISERS"]

TEMPLATES, CHAT = VERBALISERS = ("templates", "chat")
"""Who words the questions."""

"""Property tests without a deadline (the machine may be busy) and without a memory on disk."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("kgplatform", deadline=None, database=None)
settings.load_profile("kgplatform")

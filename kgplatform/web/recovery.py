"""Finds the way back to a graph that went away, so that requests meanwhile fail at once."""

from __future__ import annotations

import logging
import threading
import time

from kgplatform.errors import GraphUnavailable, KgPlatformError
from kgplatform.platform import Platform

__all__ = ["Recovery"]

LOG = logging.getLogger("kgplatform.web")
FIRST_PAUSE_S, LAST_PAUSE_S = 0.5, 10.0
GROWTH = 1.5


class Recovery:
    """Opens a platform's graph again where it was lost, in a thread of its own.

    The local Neo4j is started where it does not run any more.
    """

    def __init__(self, platform: Platform) -> None:
        self._platform = platform
        self._lock = threading.Lock()
        self._reason: str | None = None

    @property
    def is_lost(self) -> bool:
        """Whether the graph is away at this moment, as far as known."""
        return self._reason is not None

    def check(self) -> None:
        """See that the graph is not known to be away.

        Raises:
            GraphUnavailable: it is.
        """
        if self._reason is not None:
            raise GraphUnavailable(
                f"The graph is being opened again, ask again in a moment: {self._reason}"
            )

    def note_loss(self, reason: str = "Neo4j did not answer.") -> None:
        """Begin to open it again, unless that goes on already."""
        with self._lock:
            if self._reason is not None:
                return
            self._reason = reason
        LOG.warning("graph lost")
        threading.Thread(target=self._recover, name="recovery", daemon=True).start()

    def _recover(self) -> None:
        pause = FIRST_PAUSE_S
        while not self._answers():
            self._platform.close()
            time.sleep(pause)
            pause = min(pause * GROWTH, LAST_PAUSE_S)
        self._reason = None
        LOG.warning("graph is back")

    def _answers(self) -> bool:
        try:
            self._platform.graph().read("show_server")
        except KgPlatformError as exc:
            self._reason = str(exc)
            return False
        return True

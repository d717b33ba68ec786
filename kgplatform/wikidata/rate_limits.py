"""How the operators of an endpoint want to be treated: one query at a time, and waiting when asked.

Both hold for all processes that share a data folder: a lock file a host, and next to it the time
until which the host asked to be left alone.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from filelock import FileLock, Timeout

from kgplatform.errors import EndpointBusy, WikidataError
from kgplatform.models.retrying import MAX_WAIT_S
from kgplatform.storage.permissions import private_file

__all__ = ["Turn"]

POLL_S = 0.01  # a local endpoint answers in milliseconds
UNSAFE = re.compile(r"[^\w.-]")


class Turn:
    """The turns at one host, of which one is taken at a time.

    Args:
        endpoint: the endpoint's address; endpoints of one host share their turns.
        folder: where lock and waiting time are kept.
        sleep: waits that many seconds.
        now: the seconds since 1970.
    """

    def __init__(
        self,
        endpoint: str,
        folder: Path,
        *,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._host = urlsplit(endpoint).netloc
        name = UNSAFE.sub("_", self._host)
        self._lock_path = folder / f"{name}.lock"
        self._wait_path = folder / f"{name}.wait"
        self._sleep, self._now = sleep, now

    @contextmanager
    def taken(self, *, timeout_s: float) -> Iterator[None]:
        """Hold the turn within the block, once the host's own waiting time is over.

        Raises:
            EndpointBusy: the host asked for a longer wait than MAX_WAIT_S, or the turn does not
                come within `timeout_s`.
            WikidataError: the folder cannot be written.
        """
        try:
            with FileLock(private_file(self._lock_path), timeout=timeout_s, poll_interval=POLL_S):
                self.wait()
                yield
        except Timeout as exc:
            raise EndpointBusy(
                f"Another query to {self._host} is still under way after {timeout_s:.0f} s: "
                "try again later."
            ) from exc
        except OSError as exc:
            raise WikidataError(
                f"The folder {self._lock_path.parent} cannot be used ({exc.strerror}): put that "
                "right, or set KGPLATFORM_HOME to another folder."
            ) from exc

    def wait(self) -> None:
        """Wait as long as the host asked at last, unless that is too long."""
        remaining = self._until() - self._now()
        if remaining > MAX_WAIT_S:
            raise EndpointBusy(
                f"{self._host} asked to be left alone for another {remaining:.0f} s: try again "
                "then.",
                retry_after_s=remaining,
            )
        if remaining > 0:
            self._sleep(remaining)

    def postpone(self, seconds: float) -> None:
        """Note that the host asks to be left alone for that long."""
        self._wait_path.write_text(f"{self._now() + seconds}\n", encoding="utf-8")

    def _until(self) -> float:
        try:
            return float(self._wait_path.read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError, ValueError):
            return 0.0

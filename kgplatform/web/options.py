"""How a server is run: where it listens, whom it answers, and how much it takes at a time."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass

from kgplatform.errors import UsageError

__all__ = ["DEFAULT_PORT", "LOOPBACK", "ServeOptions", "is_loopback"]

DEFAULT_PORT = 8765
LOOPBACK = "127.0.0.1"
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
MB = 1_000_000


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """How a server is run.

    Attributes:
        host: the address that it listens on.
        port: the port there; 0: any that is free.
        needs_token: whether requests need one; on the loopback alone they may do without.
        hosts: further names that it may be addressed by.
        origins: pages of these may ask it, as https://example.org.
        max_body_mb: most of a request that is no upload.
        max_upload_mb: most of an upload.
        max_questions: questions that are answered or wait at a time.

    Raises:
        UsageError: no token is needed and the address is not of the loopback.
    """

    host: str = LOOPBACK
    port: int = DEFAULT_PORT
    needs_token: bool = True
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    max_body_mb: int = 1
    max_upload_mb: int = 200
    max_questions: int = 16

    def __post_init__(self) -> None:
        if not self.needs_token and not is_loopback(self.host):
            raise UsageError(
                f"Without a token anybody who reaches {self.host} could read the graph: leave out "
                "--no-token, or listen on 127.0.0.1."
            )

    @property
    def known_hosts(self) -> frozenset[str]:
        """The names that a request may address, in small letters and without a port."""
        return LOOPBACK_NAMES | {name.lower() for name in (self.host, *self.hosts)}

    @property
    def workers(self) -> int:
        """Questions that are answered at the same time."""
        return max(2, min(os.cpu_count() or 1, self.max_questions))

    @property
    def max_body(self) -> int:
        """Most bytes of a request that is no upload."""
        return self.max_body_mb * MB

    @property
    def max_upload(self) -> int:
        """Most bytes of an upload."""
        return self.max_upload_mb * MB


def is_loopback(host: str) -> bool:
    """Return whether an address is reached from this machine alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False

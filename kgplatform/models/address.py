"""Reads the address of a chat endpoint as people paste it, and says how the key goes with it.

An address may hold a query (the version of an interface), a user's name with a password, and the
path of the call itself. Where it names a deployment or a version of the interface, as Azure's do,
the key goes in a header of its own.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit

from kgplatform.errors import SettingsError

__all__ = ["ChatAddress"]

CALL = "/chat/completions"
DEPLOYMENTS = "/openai/deployments/"
VERSION = "api-version"
DEFAULT_VERSION = "2024-10-21"
"""Of the interface of deployments, which refuses requests without one: the newest that stays."""
KEY_HEADER = "api-key"


@dataclass(frozen=True, slots=True)
class ChatAddress:
    """Where a chat endpoint is.

    Attributes:
        url: of the interface, without query, user and the path of the call.
        query: what is added to each call.
        headers: that say who asks, where the address does.
        host: all that requests may be sent to.
        takes_own_header: whether the key goes in KEY_HEADER and not as a bearer's.
    """

    url: str
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    host: str = ""
    takes_own_header: bool = False

    @classmethod
    def parse(cls, base_url: str, *, role: str) -> ChatAddress:
        """Return the address in a setting's value.

        Args:
            base_url: as in "http://127.0.0.1:8080/v1".
            role: what its settings' names begin with, for the error.

        Raises:
            SettingsError: it is no http:// or https:// address.
        """
        try:
            parts = urlsplit(base_url.strip())
            host, _ = parts.hostname, parts.port  # a port that is no number raises
        except ValueError:
            host, parts = None, urlsplit("")
        if parts.scheme not in ("http", "https") or not host:
            shown = re.sub(r"//[^/]*@", "//", base_url)
            raise SettingsError(
                f"Setting '{role}_base_url' must be an http:// or https:// address, "
                f"such as http://127.0.0.1:8080/v1, not '{shown}'."
            )
        path = parts.path.rstrip("/").removesuffix(CALL)
        query = dict(parse_qsl(parts.query))
        is_deployment = DEPLOYMENTS in f"{path}/"
        if is_deployment:
            query.setdefault(VERSION, DEFAULT_VERSION)
        place = parts.netloc.rpartition("@")[2]
        return cls(
            url=urlunsplit((parts.scheme, place, path, "", "")),
            query=query,
            headers=_basic(parts.username, parts.password),
            host=host,
            takes_own_header=is_deployment or VERSION in query,
        )

    def headers_with(self, key: str) -> dict[str, str]:
        """Return the headers that say who asks, where it is not the key as a bearer's."""
        own = {KEY_HEADER: key} if self.takes_own_header and key else {}
        return {**self.headers, **own}


def _basic(user: str | None, password: str | None) -> dict[str, str]:
    if user is None:
        return {}
    pair = f"{unquote(user)}:{unquote(password or '')}".encode()
    return {"Authorization": f"Basic {base64.b64encode(pair).decode()}"}

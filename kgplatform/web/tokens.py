"""The tokens of a data folder, one a role, and what is made of them: cookies and one-time links.

They are made at the first start and stay; to make new ones, delete the files and start again.
"""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kgplatform.errors import SettingsError
from kgplatform.storage.permissions import private_file, private_part
from kgplatform.web.running import FOLDER

__all__ = ["COOKIE_S", "LOGIN_S", "Role", "Tokens", "read_token"]

Role = Literal["read", "write"]

FILES: dict[Role, str] = {"write": "token", "read": "token-read"}
TOKEN_BYTES = 32
SHORTEST = 16  # characters of one that somebody wrote
COOKIE_S = 30 * 24 * 3600
LOGIN_S = 600.0


def read_token(home: Path, role: Role = "write") -> str | None:
    """Return the token of a data folder; None where no server has made one."""
    try:
        return (home / FOLDER / FILES[role]).read_text(encoding="utf-8").strip() or None
    except (OSError, UnicodeDecodeError):
        return None


@dataclass(frozen=True, slots=True)
class _Login:
    code: str
    until: float


class Tokens:
    """The tokens of a server.

    Args:
        home: the data folder, which keeps them; those that are missing are made.

    Raises:
        SettingsError: a file holds one that is too short.
    """

    def __init__(self, home: Path) -> None:
        private_part(home / FOLDER)
        self._tokens: dict[Role, str] = {role: _load(home, role) for role in FILES}
        self._logins: list[_Login] = []
        self._lock = threading.Lock()

    @property
    def key(self) -> str:
        """What only those know who may read the data folder."""
        return self._tokens["write"]

    def role_of(self, token: str) -> Role | None:
        """Return whose token it is; each is compared, in a time that says nothing about it."""
        given = token.encode("utf-8", "surrogatepass")
        found = [
            role for role, own in self._tokens.items() if hmac.compare_digest(given, own.encode())
        ]
        return found[0] if found else None

    def make_login(self) -> str:
        """Return a code that logs in once, within LOGIN_S."""
        code = secrets.token_urlsafe(TOKEN_BYTES)
        with self._lock:
            self._logins.append(_Login(code, time.monotonic() + LOGIN_S))
        return code

    def take_login(self, code: str) -> bool:
        """Return whether a code logs in; it does not again."""
        given, now = code.encode("utf-8", "surrogatepass"), time.monotonic()
        with self._lock:
            found = [one for one in self._logins if hmac.compare_digest(given, one.code.encode())]
            self._logins = [one for one in self._logins if one not in found and one.until > now]
        return any(one.until > now for one in found)

    def make_cookie(self, role: Role) -> str:
        """Return what a browser shows in place of a token; it is of no use for another token."""
        claim = f"{role}.{int(time.time()) + COOKIE_S}.{secrets.token_urlsafe(12)}"
        return f"{claim}.{self._sign(role, claim)}"

    def read_cookie(self, cookie: str) -> Role | None:
        """Return the role of a cookie that this made and that is not too old."""
        claim, _, signature = cookie.rpartition(".")
        role, _, rest = claim.partition(".")
        until = rest.partition(".")[0]
        if role not in FILES or not until.isdecimal() or int(until) < time.time():
            return None
        known: Role = "write" if role == "write" else "read"
        given = signature.encode("utf-8", "surrogatepass")
        return known if hmac.compare_digest(given, self._sign(known, claim).encode()) else None

    def _sign(self, role: Role, claim: str) -> str:
        return hmac.new(self._tokens[role].encode(), claim.encode(), "sha256").hexdigest()


def _load(home: Path, role: Role) -> str:
    path = private_file(home / FOLDER / FILES[role])
    found = read_token(home, role)
    if found is None:
        found = secrets.token_urlsafe(TOKEN_BYTES)
        path.write_text(found + "\n", encoding="utf-8")
    if len(found) < SHORTEST:
        raise SettingsError(
            f"The token in {path} has fewer than {SHORTEST} characters: delete the file, and the "
            "next start makes one."
        )
    return found

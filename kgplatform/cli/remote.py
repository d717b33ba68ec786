"""Asks a running server in place of loading everything anew; only what both would answer alike.

The standard library's client is used: others take longer to load than the server to answer.
"""

from __future__ import annotations

import http.client
import json
import logging
from collections.abc import Callable
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from kgplatform.cli.options import open_platform
from kgplatform.errors import KgPlatformError
from kgplatform.progress import Progress
from kgplatform.records import Answer, Evidence
from kgplatform.records.claim import CheckedClaim
from kgplatform.records.filters import EVERYWHERE, DocumentFilter
from kgplatform.records.json import from_json
from kgplatform.web.running import Running, digest_settings, read_running
from kgplatform.web.tokens import read_token

if TYPE_CHECKING:
    from kgplatform.platform import Platform
    from kgplatform.settings import Settings

__all__ = ["RemotePlatform", "ask_somewhere"]

LOG = logging.getLogger("kgplatform.cli")
CONNECT_S = 1.0
ANSWER_S = 900.0
ELSEWHERE = frozenset({401, 403, 404, 405, 413, 422, 429, 500, 503})
"""What a server replies that this process may do better itself."""
T = TypeVar("T")


class _Unanswered(Exception):  # it never leaves this module
    """The server does not answer this."""


class RemotePlatform:
    """What commands ask of a platform, asked of a server.

    Args:
        running: where it is.
        token: that lets in.
    """

    def __init__(self, running: Running, token: str) -> None:
        self._running, self._token = running, token

    def ask(self, question: str, **how: Any) -> Answer:
        """Return an answer; see `Platform.ask`."""
        return from_json(Answer, self._ask("/api/v1/ask", {"question": question}, how))

    def check(self, claim: str, **how: Any) -> CheckedClaim:
        """Return what the documents say of a claim; see `Platform.check`."""
        return from_json(CheckedClaim, self._ask("/api/v1/check", {"claim": claim}, how))

    def retrieve(self, question: str, **how: Any) -> Evidence:
        """Return evidence, as far as commands print it; see `Platform.retrieve`."""
        return from_json(Evidence, self._ask("/api/v1/retrieve", {"question": question}, how))

    def query(self, name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        """Return the rows of a named query; see `Platform.query`."""
        rows: list[dict[str, Any]] = self._post(
            f"/api/v1/queries/{name}", {"parameters": parameters}
        )
        return rows

    def _ask(self, path: str, asked: dict[str, str], how: dict[str, Any]) -> Any:
        documents: DocumentFilter = how.pop("documents", EVERYWHERE)
        return self._post(path, {**asked, **how, **documents.to_json()})

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        address = urlsplit(self._running.url)
        headers = {
            "Authorization": f"Bearer {self._token}",
            "Content-Type": "application/json",
            "User-Agent": f"kgplatform/{self._running.version}",
        }
        connection = http.client.HTTPConnection(address.netloc, timeout=CONNECT_S)
        try:
            connection.connect()
            connection.sock.settimeout(ANSWER_S)
            connection.request("POST", path, json.dumps(body), headers)
            response = connection.getresponse()
            status, value = response.status, json.loads(response.read())
        except (OSError, http.client.HTTPException, ValueError) as exc:
            raise _Unanswered(str(exc)) from exc
        finally:
            connection.close()
        if status in ELSEWHERE:
            raise _Unanswered(value.get("detail", str(status)))
        if not 200 <= status < 300:
            raise _make_error(value)
        return value


def ask_somewhere(
    settings: Settings, progress: Progress, ask: Callable[[Platform | RemotePlatform], T]
) -> T:
    """Ask a server that answers by the same settings, or else a platform that is opened here.

    Args:
        settings: what is to be asked by.
        progress: of what is loaded here.
        ask: asks one of the two.
    """
    remote = _find(settings)
    if remote is not None:
        try:
            return ask(remote)
        except _Unanswered as exc:
            LOG.debug("server not used", extra={"reason": str(exc)})
    with open_platform(settings, progress=progress) as platform:
        return ask(platform)


def _find(settings: Settings) -> RemotePlatform | None:
    running, token = read_running(settings.home), read_token(settings.home)
    if running is None or token is None:
        return None
    fields = {"url": running.url, "pid": running.pid}
    if running.version != version("kgplatform"):
        LOG.debug("server of another version", extra=fields)
    elif running.settings != digest_settings(settings, token):
        LOG.debug("server of other settings", extra=fields)
    else:
        LOG.debug("asking the server", extra=fields)
        return RemotePlatform(running, token)
    return None


def _make_error(problem: dict[str, Any]) -> KgPlatformError:
    """Return the error that the server tells of, as far as a command says it."""
    error = KgPlatformError(problem["detail"])
    error.exit_code = problem["exit_code"]
    return error

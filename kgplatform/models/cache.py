"""Remembers chat replies on disk, so that the same request is paid for once.

A reply is found by the hash of the exact request, so it cannot outlive the prompt, the model or
the parameters it came from. Neither requests nor keys are stored, only hashes and replies.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgplatform.errors import ModelError
from kgplatform.models.conversation import Reply, Token
from kgplatform.models.sqlite import open_cache
from kgplatform.records import Usage

__all__ = ["CachedReply", "ReplyCache", "request_key"]

_CREATE = """
CREATE TABLE IF NOT EXISTS reply (
    key TEXT PRIMARY KEY,
    task TEXT NOT NULL,
    model TEXT NOT NULL,
    text TEXT NOT NULL,
    prompt_tokens INTEGER NOT NULL,
    completion_tokens INTEGER NOT NULL
) WITHOUT ROWID
"""
# Apart from the replies, so that files made before there were times or probabilities stay of use.
_CREATE_MS = """
CREATE TABLE IF NOT EXISTS reply_ms (
    key TEXT PRIMARY KEY,
    ms REAL NOT NULL
) WITHOUT ROWID
"""
_CREATE_TOKENS = """
CREATE TABLE IF NOT EXISTS reply_tokens (
    key TEXT PRIMARY KEY,
    tokens TEXT NOT NULL
) WITHOUT ROWID
"""
_SELECT = """
SELECT text, prompt_tokens, completion_tokens, tokens, ms
FROM reply LEFT JOIN reply_tokens USING (key) LEFT JOIN reply_ms USING (key)
WHERE key = ?
"""
_SELECT_ALL = """
SELECT key, task, model, text, prompt_tokens, completion_tokens, tokens, ms
FROM reply LEFT JOIN reply_tokens USING (key) LEFT JOIN reply_ms USING (key)
ORDER BY key
"""


@dataclass(frozen=True, slots=True)
class CachedReply:
    """A stored reply, with what it cost when it was made and its probabilities, if asked for.

    `ms` is None where it was stored before times were.
    """

    text: str
    prompt_tokens: int
    completion_tokens: int
    tokens: tuple[Token, ...] = ()
    ms: float | None = None

    def reply(self) -> Reply:
        """Return it as the model's reply to a call that cost nothing."""
        usage = Usage(
            cached_calls=1,
            cached_prompt_tokens=self.prompt_tokens,
            cached_completion_tokens=self.completion_tokens,
            cached_ms=self.ms,
        )
        return Reply(self.text, usage, cached=True, tokens=self.tokens)


def request_key(request: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the request's canonical JSON: equal requests, equal keys."""
    canonical = json.dumps(request, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


class ReplyCache:
    """Replies in one SQLite file, safe to share among threads and processes."""

    def __init__(self, path: Path) -> None:
        """Open the file, making it and its folder if needed.

        Raises:
            ModelError: the file cannot be made or is not such a cache.
        """
        self.path = path
        with self._connection() as connection:
            # It stays with the file; SQLite does not wait where another is just setting it.
            with suppress(sqlite3.OperationalError):
                connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(_CREATE)
            connection.execute(_CREATE_TOKENS)
            connection.execute(_CREATE_MS)

    def get(self, key: str) -> CachedReply | None:
        """Return the reply stored under `key`, if there is one."""
        with self._connection() as connection:
            row = connection.execute(_SELECT, (key,)).fetchone()
        return None if row is None else _read_reply(*row)

    def put(self, key: str, reply: CachedReply, *, task: str, model: str) -> None:
        """Store a reply; the first one stored under a key stays, and may be given its time."""
        with self._connection() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO reply VALUES (?, ?, ?, ?, ?, ?)",
                (key, task, model, reply.text, reply.prompt_tokens, reply.completion_tokens),
            )
            if reply.tokens:
                connection.execute(
                    "INSERT OR IGNORE INTO reply_tokens VALUES (?, ?)",
                    (key, _write_tokens(reply.tokens)),
                )
            if reply.ms is not None:
                connection.execute("INSERT OR IGNORE INTO reply_ms VALUES (?, ?)", (key, reply.ms))

    def entries(self) -> list[tuple[str, str, str, CachedReply]]:
        """Return all that is stored: key, task, model and reply, in the order of the keys."""
        with self._connection() as connection:
            rows = connection.execute(_SELECT_ALL).fetchall()
        return [(key, task, model, _read_reply(*stored)) for key, task, model, *stored in rows]

    def __len__(self) -> int:
        with self._connection() as connection:
            (count,) = connection.execute("SELECT count(*) FROM reply").fetchone()
        return int(count)

    def _connection(self) -> AbstractContextManager[sqlite3.Connection]:
        return open_cache(self.path, holds="chat replies", error=ModelError)


def _read_reply(
    text: str,
    prompt_tokens: int,
    completion_tokens: int,
    tokens: str | None,
    ms: float | None,
) -> CachedReply:
    stored = _read_tokens(tokens) if tokens else ()
    return CachedReply(text, prompt_tokens, completion_tokens, stored, ms)


def _write_tokens(tokens: Sequence[Token]) -> str:
    rows = [[token.text, token.logprob, token.alternatives] for token in tokens]
    return json.dumps(rows, separators=(",", ":"))


def _read_tokens(stored: str) -> tuple[Token, ...]:
    return tuple(
        Token(text, logprob, tuple((other, value) for other, value in alternatives))
        for text, logprob, alternatives in json.loads(stored)
    )

"""What one OpenAI-compatible endpoint has been found to refuse, and how to ask it instead.

A request has parts that endpoints differ in (PARTS), and for each one way of wording it or several.
What is refused is left out, or said in the next way. An endpoint that names what it refuses is
taken at its word; where it does not, the ways are given up one after another, first those that are
refused most often, and what was given up last before it worked is what it minds.

What was found is remembered on disk next to the replies, a note a row, so that threads and
processes that learn at the same time add to each other. Notes of another version are not read.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kgplatform.errors import ModelError
from kgplatform.models.cache import request_key
from kgplatform.models.conversation import Message
from kgplatform.models.refusals import Refusal
from kgplatform.models.replies import strict_schema
from kgplatform.models.sqlite import open_cache

__all__ = ["ROOMS", "Dialect", "DialectMemory", "Search", "Wording"]

ROOMS = (0, 3_000, 12_000)
"""Tokens added to those of the reply, for models that think before they write; first to last."""
THINKS = "thinks"
FEW_LOGPROBS = 5  # the most that some endpoints return
PARTS: Mapping[str, tuple[str, ...]] = {
    "format": ("json_schema", "json_object"),
    "top_logprobs": ("top_logprobs", f"top_logprobs:{FEW_LOGPROBS}"),
    "logprobs": ("logprobs",),
    "seed": ("seed",),
    "temperature": ("temperature",),
    "limit": ("max_tokens", "max_completion_tokens"),
    "system": ("system",),
}
"""The ways of each part, in the order in which they are given up; after the last it is left out."""
NEEDED = frozenset({"limit"})  # in one of its ways
_SCHEMA = "json_schema"  # a way for each schema
_SAID = {
    "json_schema": r"json_schema|response_?format|structured.?outputs?|grammar|guided",
    "json_object": r"json_object|response_?format|json.?mode",
    "logprobs": r"(?<!top_)log.?prob",
    "system": r"(?:system|developer).{0,20}(?:role|message|prompt|instruction)"
    r"|(?:role|message).{0,40}\b(?:system|developer)\b|roles? must alternate|alternat\w+ roles?",
}
"""By which words a way is named, but for its own name."""
_POINTED = {"json_schema": "response_format", "json_object": "response_format", "system": "role"}
"""What a body points to where a way is refused, but for its own name."""
_MAY_MEAN_ANY = frozenset({400, 422, 501})
"""What is answered to a request that is bad in some way: any of its parts may be meant."""
_SCHEMA_REQUEST = (
    "Reply with one JSON object and nothing else: no code fence, no text before or after it. "
    "It must be valid under this JSON schema:\n"
)
NOTES_VERSION = 1
_CREATE = """
CREATE TABLE IF NOT EXISTS dialect (
    endpoint TEXT NOT NULL,
    model TEXT NOT NULL,
    version INTEGER NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (endpoint, model, version, note)
) WITHOUT ROWID
"""


@dataclass(frozen=True, slots=True)
class Wording:
    """A request's fields that differ among endpoints, messages included, and the ways they take."""

    fields: Mapping[str, Any]
    ways: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dialect:
    """How to word a request: in the first way of each part that is not in `refused`.

    A schema may be refused for what it is: it is noted as the way and the schema's hash.
    `room` is the place in ROOMS of what the model needs to think.
    """

    refused: frozenset[str] = frozenset()
    room: int = 0

    @property
    def notes(self) -> frozenset[str]:
        """All that is known, in texts; `of_notes` reads them."""
        return self.refused | {f"{THINKS}:{room}" for room in range(1, self.room + 1)}

    @classmethod
    def of_notes(cls, notes: frozenset[str]) -> Dialect:
        """Return the dialect with these notes."""
        rooms = {note for note in notes if note.partition(":")[0] == THINKS}
        return cls(notes - rooms, min(len(rooms), len(ROOMS) - 1))

    def without(self, ways: Sequence[str]) -> Dialect:
        """Return the dialect of an endpoint that also refuses these ways."""
        return replace(self, refused=self.refused | set(ways))

    def with_room(self) -> Dialect:
        """Return the dialect with more room to think, itself where there is no more."""
        return replace(self, room=min(self.room + 1, len(ROOMS) - 1))

    def word(
        self,
        messages: Sequence[Message],
        *,
        task: str,
        schema: Mapping[str, Any] | None,
        max_tokens: int,
        temperature: float,
        logprobs: int = 0,
        seed: int | None = None,
        share: float = 1.0,
    ) -> Wording:
        """Return the request in this dialect.

        Args:
            messages: the conversation.
            task: what the schema is called by.
            schema: of the reply; None: any text.
            max_tokens: of the reply, to which what the model needs to think is added.
            temperature: of the reply.
            logprobs: how many alternatives a token; 0: none are asked for.
            seed: of the draw; None: none is sent.
            share: of the tokens, to be content with where prompt and reply are too long.
        """
        key = request_key(schema) if schema is not None else ""
        way = {part: self._choose(part, key) for part in PARTS}
        limit = max(round((max_tokens + ROOMS[self.room]) * share), 1)
        fields: dict[str, Any] = {"messages": list(messages), way["limit"]: limit}
        if way["temperature"]:
            fields["temperature"] = temperature
        if seed is not None and way["seed"]:
            fields["seed"] = seed
        if logprobs and way["logprobs"]:
            fields["logprobs"] = True
            if most := {"top_logprobs": logprobs, "": 0}.get(way["top_logprobs"], FEW_LOGPROBS):
                fields["top_logprobs"] = min(logprobs, most)
        if schema is not None:
            fields |= _ask_for_json(way["format"], schema, task)
            if _kind(way["format"]) != _SCHEMA:
                fields["messages"] = _with_schema_in_words(messages, schema)
        has_system = any(message["role"] == "system" for message in fields["messages"])
        if has_system and not way["system"]:
            fields["messages"] = _fold_system(fields["messages"])
        fields["messages"] = _join_turns(fields["messages"])
        left_out = {
            "format": schema is None,
            "seed": seed is None,
            "logprobs": not logprobs,
            "top_logprobs": "top_logprobs" not in fields,
            "system": not has_system,
        }
        ways = (way[part] for part in PARTS if not left_out.get(part, False))
        return Wording(fields, tuple(filter(None, ways)))

    def _choose(self, part: str, schema_key: str) -> str:
        """Return the way of a part, '' where it is left out; that of a schema with its hash."""
        ways = [f"{way}:{schema_key}" if way == _SCHEMA else way for way in PARTS[part]]
        taken = [way for way in ways if not self.refused & {way, _kind(way)}]
        return taken[0] if taken else ""


@dataclass(slots=True)
class Search:
    """Finds the dialect in which one request is taken, from the one that is known.

    Attributes:
        dialect: to try next.
        proven: ways that the endpoint is known to take: words alone do not put them in doubt.
        has_gone_on: whether another dialect than the known one was chosen.
    """

    dialect: Dialect
    proven: frozenset[str]
    has_gone_on: bool = False
    _given_up: list[str] = field(default_factory=list)
    _known: Dialect = field(init=False)
    _may_forget: bool = field(init=False)

    def __post_init__(self) -> None:
        self._known = self.dialect
        # what was learnt by another process, perhaps of another server at this address
        self._may_forget = bool(self.dialect.refused) and not self.proven

    def go_on(self, refusal: Refusal, wording: Wording) -> bool:
        """Choose the dialect to try after a refusal; False where there is none."""
        is_other = self._change(refusal, wording)
        self.has_gone_on |= is_other
        return is_other

    def _change(self, refusal: Refusal, wording: Wording) -> bool:
        named = self.list_named(refusal, wording)
        if named and self._refuse(named):
            self._known = self._known.without([_kind(way) for way in named])
            return True
        doubtful = [way for way in wording.ways if way not in self.proven]
        may_be_any = refusal.status in _MAY_MEAN_ANY and not refusal.is_too_long
        if may_be_any and any(self._give_up(way) for way in doubtful):
            return True
        if not (self._may_forget and (may_be_any or named)):
            return False
        self._may_forget, self._given_up = False, []
        self.dialect = self._known = Dialect(room=self.dialect.room)
        return True

    def found(self) -> Dialect:
        """Return what is learnt now that a request was taken.

        Of what was given up unnamed that is the last part alone: those before it were not it.
        """
        if not self._given_up:
            return replace(self._known, room=self.dialect.room)
        last = _part_of(self._given_up[-1])
        minded = [way for way in self._given_up if _part_of(way) == last]
        return replace(self._known.without(minded), room=self.dialect.room)

    def list_named(self, refusal: Refusal, wording: Wording) -> list[str]:
        """Return the ways that a refusal names: points to, or speaks of and was not taken yet."""
        return [way for way in wording.ways if self._is_named(way, refusal)]

    def _is_named(self, way: str, refusal: Refusal) -> bool:
        name = way.partition(":")[0]
        if {name, _POINTED.get(name, name)} & refusal.pointed:
            return True
        said = _SAID.get(name, rf"\b{name}\b")
        return way not in self.proven and bool(re.search(said, refusal.texts, re.IGNORECASE))

    def _refuse(self, ways: Sequence[str]) -> bool:
        adapted = self.dialect.without(ways)
        is_other = adapted != self.dialect and not _lacks_needed(adapted)
        if is_other:
            self.dialect = adapted
        return is_other

    def _give_up(self, way: str) -> bool:
        if not self._refuse([way]):
            return False
        self._given_up.append(way)
        return True


def _kind(way: str) -> str:
    """Return a way without the schema's hash; of a named one all schemas are meant."""
    return _SCHEMA if way.startswith(_SCHEMA) else way


def _part_of(way: str) -> str:
    return next(part for part, ways in PARTS.items() if _kind(way) in ways)


def _lacks_needed(dialect: Dialect) -> bool:
    return any(set(PARTS[part]) <= dialect.refused for part in NEEDED)


def _ask_for_json(way: str, schema: Mapping[str, Any], task: str) -> dict[str, Any]:
    kind = _kind(way)
    if kind != _SCHEMA:
        return {"response_format": {"type": kind}} if kind else {}
    named = {
        "name": re.sub(r"[^A-Za-z0-9_-]", "_", task)[:64],
        "schema": strict_schema(schema),
        "strict": True,
    }
    return {"response_format": {"type": kind, "json_schema": named}}


def _with_schema_in_words(messages: Sequence[Message], schema: Mapping[str, Any]) -> list[Message]:
    """Add the schema to the system message, the place every chat template has."""
    words = _SCHEMA_REQUEST + json.dumps(schema, ensure_ascii=False)
    if messages and messages[0]["role"] == "system":
        first = messages[0]["content"] + "\n\n" + words
        return [{"role": "system", "content": first}, *messages[1:]]
    return [{"role": "system", "content": words}, *messages]


def _fold_system(messages: Sequence[Message]) -> list[Message]:
    """Return the conversation with what the system says at the head of the user's first turn."""
    return [
        {"role": "user", "content": message["content"]} if message["role"] == "system" else message
        for message in messages
    ]


def _join_turns(messages: Sequence[Message]) -> list[Message]:
    """Join turns of one role that follow each other: some templates want roles to alternate."""
    joined: list[Message] = []
    for message in messages:
        if joined and joined[-1]["role"] == message["role"]:
            both = f"{joined[-1]['content']}\n\n{message['content']}"
            joined[-1] = {"role": message["role"], "content": both}
        else:
            joined.append(message)
    return joined


class DialectMemory:
    """The dialect of one model at one endpoint; without a file it is forgotten with the process.

    Args:
        path: the SQLite file, or None.
        endpoint: the address, without user and query.
        model: its name there.
    """

    def __init__(self, path: Path | None, endpoint: str, model: str) -> None:
        self._path = path
        self._key = (endpoint, model, NOTES_VERSION)

    def load(self) -> Dialect:
        """Return what is known; nothing where there is no file."""
        if self._path is None:
            return Dialect()
        with _open_notes(self._path) as connection:
            rows = connection.execute(
                "SELECT note FROM dialect WHERE endpoint = ? AND model = ? AND version = ?",
                self._key,
            ).fetchall()
        return Dialect.of_notes(frozenset(str(note) for (note,) in rows))

    def store(self, dialect: Dialect, *, before: Dialect) -> None:
        """Remember a dialect in the place of the one that was known before."""
        if self._path is None:
            return
        new, gone = dialect.notes - before.notes, before.notes - dialect.notes
        with _open_notes(self._path) as connection:
            connection.executemany(
                "DELETE FROM dialect WHERE endpoint = ? AND model = ? AND version = ? AND note = ?",
                [(*self._key, note) for note in gone],
            )
            connection.executemany(
                "INSERT OR IGNORE INTO dialect VALUES (?, ?, ?, ?)",
                [(*self._key, note) for note in new],
            )


@contextmanager
def _open_notes(path: Path) -> Iterator[sqlite3.Connection]:
    with open_cache(path, holds="chat replies", error=ModelError) as connection:
        connection.execute(_CREATE)
        yield connection

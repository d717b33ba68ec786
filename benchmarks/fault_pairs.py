"""Which fault meets which command, and what is promised of it: data for faults.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import fault_scenes as scenes
from fault_scenes import SceneMaker

__all__ = ["FAULTS", "Promise"]

DONE, FEWER, BAD, OUT = 0, 1, 2, 3
"""Exit codes: done; nothing found or some failed; bad usage or input; a service is out of reach."""

INTERRUPTED, TERMINATED, KILLED = 130, 143, -9


@dataclass(frozen=True)
class Promise:
    """The exit codes that are right, and a pattern that the telling line has to match."""

    codes: tuple[int, ...]
    words: str = ""


def _all(commands: str, codes: int | tuple[int, ...], words: str = "") -> dict[str, Promise]:
    """Return the same promise for several commands, with commas between."""
    allowed = codes if isinstance(codes, tuple) else (codes,)
    return dict.fromkeys(commands.split(", "), Promise(allowed, words))


READS = "ask, retrieve, documents list, export, query"
WRITES = "ingest, entities merge, db migrate"
NOT_RUNNING = r"not running: run kgplatform db start"
AWAY = r"does not answer|went away|cannot run|not running"
NO_KEY = r"[Pp]assword"
NO_ROOM = r"[Dd]isk|space|full"
DAMAGED = r"damaged"
UNREADABLE = r"cannot be read|nowhere|link to nothing"
NO_CHAT = (
    r"cannot be reached|did not answer|does not answer|asks to wait|failed|withheld|cannot be used"
)
NO_WIKIDATA = r"does not answer|did not answer|replied with what is no|failed with status"
NEWER = r"newer"

FAULTS: Mapping[str, tuple[SceneMaker, Mapping[str, Promise]]] = {
    "Neo4j down": (
        scenes.neo4j_down,
        _all(f"{READS}, {WRITES}, doctor", OUT, NOT_RUNNING) | _all("db status", DONE),
    ),
    "Neo4j killed during the command": (
        scenes.neo4j_killed,
        _all("ingest, ask, retrieve, documents list", (DONE, OUT), f"{AWAY}|^(?!Error)"),
    ),
    "wrong password": (
        scenes.wrong_password,
        _all("ingest, ask, documents list, doctor", OUT, NO_KEY),
    ),
    "password file missing": (
        scenes.password_missing,
        _all("ingest, ask, documents list, query, doctor", OUT, NO_KEY)
        | _all("db status", DONE),
    ),
    "another program at the address": (
        scenes.other_program,
        _all("ingest, ask, documents list, doctor", OUT, r"not a Neo4j|does not answer"),
    ),
    "ports taken": (scenes.port_taken, _all("db start", DONE)),
    "read-only server": (
        scenes.read_only,
        _all("retrieve, documents list, query, doctor", DONE)
        | _all("ask", DONE, r"not recorded")
        | _all("export", DONE)
        | _all("ingest, entities merge", BAD, r"read-only"),
    ),
    "disk full": (
        scenes.disk_full,
        _all("ingest", OUT, NO_ROOM)
        | _all("ask, documents list, doctor", (DONE, OUT), f"{NO_ROOM}|^(?!Error|FAIL)"),
    ),
    "disk full at the start": (
        scenes.disk_full_at_start,
        _all("db start", OUT, NO_ROOM) | _all("ingest", OUT, NOT_RUNNING),
    ),
    "home not writable": (
        scenes.home_not_writable,
        _all("db start", OUT, r"cannot be used|[Rr]ead-only") | _all("db status", DONE)
        | _all("ingest, ask, doctor", OUT, f"{NOT_RUNNING}|cannot be used"),
    ),
    "damaged store": (
        scenes.damaged_store,
        _all("db start", OUT, DAMAGED)
        | _all("ask, documents list, doctor", OUT, f"{DAMAGED}|{NOT_RUNNING}"),
    ),
    "damaged jar in the cache": (
        scenes.damaged_jar, _all("db start", (DONE, OUT), r"Neo4j|jar|pinned")
    ),
    "damaged model in the cache": (
        scenes.damaged_model, _all("retrieve, ingest", (DONE, OUT))
    ),
    "damaged file of replies": (scenes.damaged_replies, _all("ask llm", (DONE, OUT))),
    **{
        name: (scene, _all("ask llm, ingest llm", (OUT, FEWER, BAD), NO_CHAT))
        for name, scene in scenes.CHATS.items()
        if "filters" not in name
    },
    "chat endpoint filters": (
        scenes.CHATS["chat endpoint filters"],
        _all("ask llm", (DONE, FEWER, OUT)) | _all("ingest llm", (DONE, FEWER)),
    ),
    **{
        name: (
            scene,
            _all("wikidata entity", OUT, NO_WIKIDATA) | _all("ask divknow", (DONE, OUT)),
        )
        for name, scene in scenes.WIKIDATAS.items()
    },
    "source missing": (scenes.source_missing, _all("ingest", BAD, UNREADABLE)),
    "source that leads nowhere": (scenes.source_dangling, _all("ingest", FEWER, UNREADABLE)),
    "source cut off": (scenes.source_cut, _all("ingest", FEWER, UNREADABLE)),
    "source vanishes": (scenes.source_vanishes, _all("ingest", (DONE, FEWER))),
    "two ingests at once": (scenes.two_at_once, _all("ingest", DONE)),
    "kill -9 at the write": (scenes.killed_at_write, _all("ingest", (KILLED, DONE))),
    "kill -9 at the derivation": (scenes.killed_at_derive, _all("ingest", (KILLED, DONE))),
    "SIGTERM": (
        scenes.terminated, _all("ingest, ask, retrieve, doctor", (TERMINATED, DONE), "")
    ),
    "SIGTERM while Neo4j starts": (
        scenes.terminated_at_start, _all("db start", TERMINATED, r"Stopped")
    ),
    "Ctrl-C": (scenes.interrupted, _all("ingest, ask", (INTERRUPTED, DONE))),
    "stdout closed": (
        scenes.stdout_closed,
        _all("documents list, query, retrieve, export -, ask, doctor", (DONE, FEWER)),
    ),
    "nodes of others": (
        scenes.foreign_nodes,
        _all("ingest, ask, documents list, export, db migrate, doctor", DONE),
    ),
    "constraint of others": (scenes.foreign_constraint, _all("ingest, db migrate", DONE)),
    "newer schema": (
        scenes.newer_schema,
        _all("ingest, ask, retrieve, entities merge, db migrate", BAD, NEWER)
        | _all("doctor", OUT, NEWER),
    ),
    "embedder changed": (
        scenes.other_embedder,
        _all("ingest, ask, retrieve", BAD, r"embedder") | _all("doctor", OUT, r"embedder"),
    ),
    "memory limit of Neo4j passed": (
        scenes.little_memory,
        _all("ingest", (BAD, OUT), r"memory") | _all("ask", (DONE, BAD), ""),
    ),
    "hostile settings file": (
        scenes.hostile_settings,
        _all("ask, doctor, db start, ingest", BAD, r"kgplatform\.toml"),
    ),
}  # fmt: skip

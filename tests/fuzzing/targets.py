"""What is fuzzed: for each reader of foreign input its odd inputs, and how one of them is tried.

A try returns how it ended, "accepted" or the name of a typed error, and raises anything else. It
reads and writes in the current folder alone.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.fuzzing import endpoints, files, seeds, texts
from tests.fuzzing.command_line import try_line
from tests.fuzzing.mutations import mutate_bytes, mutate_json, mutate_text, mutate_xml, mutate_zip

__all__ = ["TARGETS", "Target"]

SEEDS = st.integers(0, 2**63 - 1)
ARCHIVES = (".docx", ".pptx", ".xlsx", ".epub", ".odt", ".ods", ".zip")
PACKED = (".jsonl", ".nt", ".ttl")
DAMAGED_SHARE = 0.2
"""Of packed files, those whose packing is damaged."""


@dataclass(frozen=True)
class Target:
    """Something that reads foreign input.

    `quick` is how many inputs the test suite tries.
    """

    name: str
    inputs: st.SearchStrategy[Any]
    try_one: Callable[[Any], str]
    quick: int


def _changed(make: Callable[[Any, Random], Any], whole: Callable[[], Any]) -> Any:
    """Return the strategy of inputs that `make` changes; what they are made of is made late."""
    return SEEDS.map(lambda number: make(whole(), Random(number)))


def _odd_text(whole: Sequence[str]) -> st.SearchStrategy[str]:
    """Return changed texts, and texts that are nothing of the kind."""
    return _changed(mutate_text, lambda: whole) | st.text(max_size=200)


def _text_files(suffix: str) -> Target:
    whole = [text.encode() for text in seeds.TEXT_FILES[suffix]]
    inputs = _changed(mutate_bytes, lambda: whole) | st.binary(max_size=200)
    if suffix in (".rdf", ".xml"):
        inputs |= _changed(mutate_xml, lambda: whole)
    return Target(suffix[1:], inputs, partial(files.try_file, suffix), 60)


def _packed_files(suffix: str) -> Target:
    whole = [text.encode() for text in seeds.TEXT_FILES[suffix]]

    def pack(_: None, random: Random) -> bytes:
        packed = gzip.compress(mutate_bytes(whole, random), compresslevel=1)
        return mutate_bytes([packed], random) if random.random() < DAMAGED_SHARE else packed

    inputs = _changed(pack, lambda: None)
    return Target(f"{suffix[1:]}.gz", inputs, partial(files.try_file, f"{suffix}.gz"), 40)


def _archives(suffix: str) -> Target:
    inputs = _changed(mutate_zip, lambda: seeds.archive_seeds(suffix))
    return Target(suffix[1:], inputs, partial(files.try_file, suffix), 25)


def _replies(endpoint: Any) -> st.SearchStrategy[endpoints.Sent]:
    """Return an endpoint's odd replies: bodies, status codes and headers."""
    values = [json.loads(body) for body in endpoint.BODIES]
    return st.builds(
        endpoints.Sent,
        _changed(mutate_json, lambda: values) | st.binary(max_size=100),
        st.sampled_from(endpoints.STATUS_CODES),
        st.sampled_from(endpoints.HEADERS),
        st.integers(0, 5),
    )


def _targets() -> Iterator[Target]:
    for suffix in seeds.TEXT_FILES:
        yield _text_files(suffix)
    for suffix in PACKED:
        yield _packed_files(suffix)
    for suffix in ARCHIVES:
        yield _archives(suffix)
    for suffix, whole in ((".msg", seeds.msg_seeds), (".xls", seeds.xls_seeds)):
        inputs = _changed(mutate_bytes, whole)
        yield Target(suffix[1:], inputs, partial(files.try_file, suffix), 60)
    pdf = _changed(mutate_bytes, seeds.pdf_seeds)
    yield Target("pdf", pdf, partial(files.try_file, ".pdf"), 25)
    questions = _changed(mutate_bytes, lambda: [text.encode() for text in seeds.QUESTIONS])
    yield Target("questions", questions, files.try_questions, 100)
    yield Target("job", _changed(mutate_bytes, lambda: [job.encode() for job in seeds.JOBS]),
                 files.try_job, 100)  # fmt: skip
    settings = _changed(mutate_bytes, lambda: [text.encode() for text in seeds.SETTINGS])
    yield Target("settings", settings, files.try_settings, 100)
    yield Target("plan", _odd_text(seeds.PLANS), texts.try_plan, 200)
    yield Target("sparql-query", _odd_text(seeds.SPARQL), texts.try_sparql, 100)
    yield Target("sparql-value", st.text(), texts.try_sparql_value, 200)
    yield Target("fulltext", st.text() | _odd_text(seeds.REPLIES), texts.try_fulltext, 200)
    yield Target("reply", _odd_text(seeds.REPLIES), texts.try_reply, 200)
    yield Target("chat-endpoint", _replies(endpoints.Chat), endpoints.try_chat, 25)
    yield Target("sparql-endpoint", _replies(endpoints.Wikidata), endpoints.try_wikidata, 60)
    lines = st.tuples(SEEDS, st.lists(texts.ARGUMENTS, min_size=3, max_size=3))
    yield Target("command-line", lines, try_line, 30)


TARGETS = {target.name: target for target in _targets()}

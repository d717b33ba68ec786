"""Makes broken inputs of whole ones: bytes, texts, JSON values and archives.

Each function takes its random numbers from the caller, so that the same seed makes the same input.
"""

from __future__ import annotations

import copy
import io
import json
import zipfile
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from lxml import etree

__all__ = ["mutate_bytes", "mutate_json", "mutate_text", "mutate_xml", "mutate_zip"]

MOST_BYTES = 100_000
"""Readers' limits are far above it; what fuzzing looks for shows in small inputs too."""

MOST_CHANGES = 6
TOKENS = (
    b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\x1b[2J", b"\xe2\x80\xae",
    b"\xc2\x85",
    b"\r", b"\n", b"\t", b"\x0b", b"\xe2\x80\xa8", b" ", b'"', b"'", b"`", b"\\", b"\\u",
    b"\\ud800",
    b"-1", b"0", b"1e999", b"NaN", b"Infinity", b"null", b"true", b"9" * 400, b"9" * 5_000,
    b"99999999999", b"[", b"]", b"{", b"}", b"(", b")", b"<", b">", b"</", b"/>", b"&", b"&#0;",
    b"&#xD800;", b"&x;", b"<!ENTITY x 'y'>", b"<![CDATA[", b"<!--", b"-->", b"#", b"*",
    b"|", b"|-|",
    b"```", b"---\n", b"=", b":", b";", b",", b".", b"..", b"/", b"%", b"$", b"@", b"^^",
    b"_:", b"()",
)  # fmt: skip
OPENING = (
    b"[",
    b"{",
    b"(",
    b"<b>",
    b"> ",
    b"- ",
    b'{"a":',
    b"<table><tr><td>",
    b"**",
    b"_",
    b"\\(",
)
DEEP = (10, 100, 1_000, 5_000)
ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 10**30, 1.5, float("nan"), float("inf"), "", " ", "\ud800", "\x00",
    "a" * 5_000, [], {}, [[]], [None], {"": None}, {"text": None}, [{"text": 1}], "1",
    "-", "\u202e",
)  # fmt: skip
ODD_WORDS = (
    "", " ", "0", "-1", "1e999", "NaN", "9" * 400, "a" * 5_000, "../x", "/x", "#x", "rId1", "true",
    "http://127.0.0.1:1/x", "file:///x", "\u202e", "é", "A1", "A1048577", "XFE1:A1", "&", "<", "%s",
)  # fmt: skip
MARKUP = (".xml", ".rels", ".opf", ".xhtml")
MARKUP_SHARE = 0.7
"""Of parts in XML, those that stay XML: what finds the others is the parser, not our readers."""

PICTURES = (".png", ".jpg", ".jpeg", ".gif")
CONTAINER_SHARE = 0.05
"""Of archives, those whose container is broken: what finds that is zipfile, not our readers."""


def mutate_bytes(seeds: Sequence[bytes], random: Random) -> bytes:
    """Return one of the seeds with a few changes, pieces of the others among them."""
    data = random.choice(seeds)
    for _ in range(_count_changes(random)):
        data = random.choice(CHANGES)(data, seeds, random)[:MOST_BYTES]
    return data


def mutate_xml(seeds: Sequence[bytes], random: Random) -> bytes:
    """Return one of the XML texts with elements, attributes and texts changed; it stays XML."""
    try:
        root = etree.fromstring(random.choice(seeds))
    except etree.XMLSyntaxError:  # changed before
        return mutate_bytes(seeds, random)
    for _ in range(_count_changes(random)):
        elements = list(root.iter(etree.Element))
        random.choice(ELEMENT_CHANGES)(random.choice(elements), random.choice(elements), random)
    return bytes(etree.tostring(root, encoding="utf-8"))[:MOST_BYTES]


def mutate_text(seeds: Sequence[str], random: Random) -> str:
    """Return one of the texts with a few changes; what is no UTF-8 becomes U+FFFD."""
    return mutate_bytes([seed.encode() for seed in seeds], random).decode("utf-8", "replace")


def mutate_json(seeds: Sequence[Any], random: Random) -> bytes:
    """Return one of the values with some parts replaced by odd ones, or as a broken text."""
    value = random.choice(seeds)
    for _ in range(_count_changes(random)):
        value = _replace_part(value, seeds, random)
    text = json.dumps(value, ensure_ascii=random.random() < 0.5)
    data = text.encode("utf-8", "surrogatepass")
    return mutate_bytes([data], random) if random.random() < 0.2 else data


def mutate_zip(seeds: Sequence[bytes], random: Random) -> bytes:
    """Return one of the archives with changed parts, zipped again; seldom a broken container."""
    data = random.choice(seeds)
    if random.random() < CONTAINER_SHARE:
        return mutate_bytes([data], random)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    texts = [name for name in parts if not name.lower().endswith(PICTURES)]
    for _ in range(random.randint(1, 3)):
        name = random.choice(texts)
        is_markup = name.endswith(MARKUP) and random.random() < MARKUP_SHARE
        parts[name] = (mutate_xml if is_markup else mutate_bytes)([parts[name]], random)
    if random.random() < 0.1:
        parts[random.choice(texts)] = parts[random.choice(texts)]
    if random.random() < 0.1:
        parts.pop(random.choice(texts), None)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return packed.getvalue()


def _count_changes(random: Random) -> int:
    """Return how many changes to make: mostly one or two, which lets the rest be read."""
    return random.choice((1, 1, 1, 2, 2, 3, MOST_CHANGES))


def _replace_part(value: Any, seeds: Sequence[Any], random: Random) -> Any:
    """Return a JSON value with one part, at a random depth, replaced, removed or doubled."""
    if isinstance(value, dict) and value and random.random() < 0.8:
        key = random.choice(list(value))
        if random.random() < 0.1:
            return {name: part for name, part in value.items() if name != key}
        return {**value, key: _replace_part(value[key], seeds, random)}
    if isinstance(value, list) and value and random.random() < 0.8:
        index = random.randrange(len(value))
        changed = _replace_part(value[index], seeds, random)
        return [*value[:index], changed, *value[index + (random.random() < 0.8) :]]
    if random.random() < 0.1:
        return random.choice(seeds)
    return random.choice(ODD_VALUES)


def _span(data: bytes, random: Random) -> tuple[int, int]:
    """Return where a piece begins and ends; most pieces are short."""
    start = random.randint(0, len(data))
    longest = random.choice((1, 4, 16, 64, len(data)))
    return start, min(len(data), start + random.randint(0, longest))


def _flip(data: bytes, _: Sequence[bytes], random: Random) -> bytes:
    if not data:
        return data
    place = random.randrange(len(data))
    changed = data[place] ^ (1 << random.randrange(8))
    return data[:place] + bytes([changed]) + data[place + 1 :]


def _insert(data: bytes, _: Sequence[bytes], random: Random) -> bytes:
    place = random.randint(0, len(data))
    return data[:place] + random.choice(TOKENS) + data[place:]


def _replace(data: bytes, _: Sequence[bytes], random: Random) -> bytes:
    start, end = _span(data, random)
    return data[:start] + random.choice(TOKENS) + data[end:]


def _delete(data: bytes, _: Sequence[bytes], random: Random) -> bytes:
    start, end = _span(data, random)
    return data[:start] + data[end:]


def _repeat(data: bytes, _: Sequence[bytes], random: Random) -> bytes:
    start, end = _span(data, random)
    times = random.choice((2, 2, 3, 50))
    return data[:start] + data[start:end] * times + data[end:]


def _cut(data: bytes, _: Sequence[bytes], random: Random) -> bytes:
    return data[: random.randint(0, len(data))] if random.random() < 0.3 else data


def _splice(data: bytes, seeds: Sequence[bytes], random: Random) -> bytes:
    other = random.choice(seeds)
    start, end = _span(other, random)
    place = random.randint(0, len(data))
    return data[:place] + other[start:end] + data[place:]


def _nest(data: bytes, _: Sequence[bytes], random: Random) -> bytes:
    if random.random() < 0.8:
        return data
    place = random.randint(0, len(data))
    return data[:place] + random.choice(OPENING) * random.choice(DEEP) + data[place:]


def _drop_element(element: Any, _: Any, __: Random) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _move_element(element: Any, other: Any, random: Random) -> None:
    copied = copy.deepcopy(element)
    for _ in range(random.choice((1, 1, 1, 2, 50))):
        other.append(copy.deepcopy(copied))


def _rename_element(element: Any, other: Any, _: Random) -> None:
    element.tag = other.tag


def _set_attribute(element: Any, other: Any, random: Random) -> None:
    names = list(element.attrib) or list(other.attrib)
    if names:
        element.set(random.choice(names), random.choice(ODD_WORDS))


def _drop_attribute(element: Any, _: Any, random: Random) -> None:
    if element.attrib:
        del element.attrib[random.choice(list(element.attrib))]


def _set_text(element: Any, _: Any, random: Random) -> None:
    element.text = random.choice(ODD_WORDS)


def _nest_element(element: Any, _: Any, random: Random) -> None:
    inner = element
    for _ in range(random.choice(DEEP[:2])):
        inner = etree.SubElement(inner, element.tag, dict(element.attrib))


ELEMENT_CHANGES: tuple[Callable[[Any, Any, Random], None], ...] = (
    _drop_element,
    _move_element,
    _rename_element,
    _set_attribute,
    _set_attribute,
    _drop_attribute,
    _set_text,
    _nest_element,
)
CHANGES: tuple[Callable[[bytes, Sequence[bytes], Random], bytes], ...] = (
    _flip,
    _insert,
    _replace,
    _delete,
    _repeat,
    _cut,
    _splice,
    _nest,
)

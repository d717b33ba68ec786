"""Where documents are found: one document of the same content, however many paths lead to it.

A document's id comes from the path at which it was first found. Files of the same content are
further paths of it; a path whose file is gone or says something else is taken away, and the
document goes with its last one. A file that holds several documents gives each a URI with a
fragment; these are found in their file alone, and none of this concerns them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from kgplatform.records.ids import content_id

__all__ = ["Placed", "Places", "Seen", "StoredDocument", "is_current", "place", "unseen_paths"]


@dataclass(frozen=True, slots=True)
class Seen:
    """A document as its source gives it; `uri` and `content` are empty where its file has many.

    `digest` is of all that the document holds, `content` of that without the title, which may
    come from the name of the file; `extractor` is the name of what is to read it.
    """

    digest: bytes
    extractor: str
    uri: str = ""
    content: str = ""


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document of the graph; the first of `paths` is its URI.

    `digest` is empty where it was not written to its end, `content` where that is unknown.
    """

    id: str
    digest: bytes
    extractor: str | None
    paths: tuple[str, ...]
    content: str = ""


@dataclass(frozen=True, slots=True)
class Places:
    """Where a document is found now: its URI and further paths."""

    document_id: str
    paths: tuple[str, ...]
    content: str


@dataclass(frozen=True, slots=True)
class Placed:
    """What the files seen make of the documents of the graph: ids, and paths that changed."""

    new: frozenset[str]
    changed: frozenset[str]
    vanished: frozenset[str]
    unchanged: int
    copies: int
    places: tuple[Places, ...]


Found = Mapping[str, Seen]
Stored = Mapping[str, StoredDocument]


def is_current(seen: Seen, stored: StoredDocument) -> bool:
    """Return whether the graph holds a document as its source gives it, read by the extractor."""
    return (seen.digest, seen.extractor) == (stored.digest, stored.extractor)


def place(found: Found, stored: Stored, *, gone: Collection[str]) -> Placed:
    """Return which documents the files make, each once whatever its paths.

    Args:
        found: documents of whole files by the id that their path gives, in order.
        stored: documents of the graph with these ids, contents or paths, by id.
        gone: paths whose file is there no more, or is empty.
    """
    leaving = frozenset(_leaving(found, stored))
    owners = _find_owners(found, stored, leaving)
    owner_of = {key: owners.get(seen.content, key) for key, seen in found.items()}
    own = [key for key in found if owner_of[key] == key]
    new = frozenset(key for key in own if key not in stored)
    changed = frozenset(
        key for key in own if key in stored and not is_current(found[key], stored[key])
    )
    paths = {key: [found[key].uri] for key in own if key in new or key in leaving}
    for document in stored.values():
        if document.id not in leaving:
            paths[document.id] = [
                path
                for path in document.paths
                if path not in gone and owner_of.get(_id_at(path), document.id) == document.id
            ]
    for key, owner in owner_of.items():
        if found[key].uri not in paths[owner]:
            paths[owner].append(found[key].uri)
    return Placed(
        new=new,
        changed=changed,
        vanished=frozenset(key for key in stored if not paths.get(key)),
        unchanged=len(own) - len(new) - len(changed),
        copies=len(found) - len(own),
        places=tuple(_changed_places(paths, found, stored)),
    )


def unseen_paths(found: Found, stored: Stored) -> Iterator[str]:
    """Yield further paths of documents that will be others: what they hold needs a new document."""
    for key in _leaving(found, stored):
        yield from (path for path in stored[key].paths if _id_at(path) not in found)


def _leaving(found: Found, stored: Stored) -> Iterator[str]:
    """Yield the documents that no longer hold their content.

    That is so where the file that gave one its id says something else, or where that file is gone
    and another extractor is to read it, since what is read gets the id of its own path.
    """
    for document in stored.values():
        own = found.get(document.id)
        at_uri = found.get(_id_at(document.paths[0]))
        if own is not None:
            if document.content and own.content != document.content:
                yield document.id
        elif at_uri is not None and document.extractor != at_uri.extractor:
            yield document.id


def _find_owners(found: Found, stored: Stored, leaving: Collection[str]) -> dict[str, str]:
    """Return which document has each content: one of the graph, or else the first one found."""
    owners: dict[str, str] = {}
    staying = [key for key in found if key in stored] + sorted(stored)
    for key in staying:
        content = stored[key].content or (found[key].content if key in found else "")
        if key not in leaving and content:
            owners.setdefault(content, key)
    for key, seen in found.items():
        owners.setdefault(seen.content, key)
    return owners


def _changed_places(
    paths: Mapping[str, list[str]], found: Found, stored: Stored
) -> Iterator[Places]:
    for key, now in paths.items():
        seen, before = found.get(key), stored.get(key)
        content = seen.content if seen else before.content if before else ""
        is_same = before is not None and tuple(now) == before.paths and before.content
        is_alone = before is None and len(now) == 1  # written with the document
        if now and not is_same and not is_alone:
            yield Places(key, tuple(now), content)


def _id_at(path: str) -> str:
    return content_id("document", path)

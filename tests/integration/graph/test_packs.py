"""A graph goes into one file and comes out of it equal; a file that was changed does nothing."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kgplatform import Platform, Settings
from kgplatform.errors import UsageError
from kgplatform.graph.connection import Graph
from kgplatform.graph.migration_files import load_migrations
from kgplatform.graph.pack_files import Pack
from kgplatform.graph.pack_rows import Digest, line_of
from kgplatform.models.linguistics import Linguistics
from kgplatform.testing import HashEmbedder
from tests.digest import graph_digest
from tests.integration.conftest import prepare

pytestmark = pytest.mark.integration

FRAM = (
    "# Fram\n\nFram was built by Colin Archer in Larvik in 1892. Colin Archer was an architect.\n"
)
MAUD = "# Maud\n\nMaud was built by Christian Jensen in Vollen in 1916.\n"
Rows = list[dict[str, Any]]
Change = Callable[[dict[str, Any], Rows, Rows], None]


@pytest.fixture
def platform(
    graph: Graph, embedder: HashEmbedder, linguistics: Linguistics, tmp_path: Path
) -> Platform:
    settings = Settings.load(home=tmp_path / "home")
    return Platform(settings, graph=graph, embedder=embedder, linguistics=linguistics, chat=False)


def _write(tmp_path: Path, **texts: str) -> list[Path]:
    paths = [tmp_path / f"{name}.md" for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text)
    return paths


def _empty(graph: Graph, embedder: HashEmbedder) -> None:
    prepare(graph, embedder=embedder.name, dimension=embedder.dimension)


def _nodes(graph: Graph) -> int:
    return sum(row["count"] for row in graph.read("show_overview"))


def test_graph_comes_out_of_a_pack_equal_with_vectors_decisions_and_questions(
    platform: Platform, graph: Graph, embedder: HashEmbedder, tmp_path: Path
) -> None:
    platform.ingest(_write(tmp_path, fram=FRAM, maud=MAUD))
    platform.entities.ignore("Vollen")
    asked = platform.ask("Who built Fram?", method="passages")
    before, vectors = graph_digest(graph), graph.run_text(VECTORS)
    manifest = platform.export_pack(tmp_path / "graph.kgpack")
    assert manifest.nodes["Document"] == 2
    assert manifest.nodes["Decision"] == manifest.nodes["Question"] == 1

    _empty(graph, embedder)
    report = platform.import_pack(tmp_path / "graph.kgpack")
    assert report.digest == manifest.digest
    assert report.documents == {"new": 2, "same": 0, "other": 0}
    assert graph_digest(graph) == before
    for old, new in zip(vectors, graph.run_text(VECTORS), strict=True):
        assert old["key"] == new["key"]
        assert np.array_equal(list(old["vector"]), list(new["vector"]))
    assert platform.questions.show(asked.question_id)["answer"] == asked.answer
    assert platform.ask("Who built Fram?", method="passages").answer == asked.answer
    assert platform.ingest([tmp_path / "fram.md", tmp_path / "maud.md"]).rows_written == 0


VECTORS = """
MATCH (n)-[:HAS_EMBEDDING]->(e) RETURN coalesce(n.id, n.name) AS key, e.vector AS vector
ORDER BY key
"""


def test_pack_is_added_to_a_graph_with_documents(
    platform: Platform, graph: Graph, embedder: HashEmbedder, tmp_path: Path
) -> None:
    fram, maud = _write(tmp_path, fram=FRAM, maud=MAUD)
    platform.ingest([fram, maud])
    both = graph_digest(graph)
    _empty(graph, embedder)
    platform.ingest([fram])
    platform.export_pack(tmp_path / "fram.kgpack")
    _empty(graph, embedder)
    platform.ingest([maud])
    report = platform.import_pack(tmp_path / "fram.kgpack")
    assert report.documents == {"new": 1, "same": 0, "other": 0}
    assert graph_digest(graph) == both
    again = platform.import_pack(tmp_path / "fram.kgpack")
    assert again.documents == {"new": 0, "same": 1, "other": 0}
    assert (again.nodes, again.relationships) == (0, 0)
    assert graph_digest(graph) == both


def test_document_that_is_there_in_another_version_stays(
    platform: Platform, graph: Graph, embedder: HashEmbedder, tmp_path: Path
) -> None:
    (fram,) = _write(tmp_path, fram=FRAM)
    platform.ingest([fram])
    platform.export_pack(tmp_path / "fram.kgpack")
    _empty(graph, embedder)
    _write(tmp_path, fram="# Fram\n\nFram was built by Alda Brekke.\n")
    platform.ingest([fram])
    before = graph_digest(graph)
    report = platform.import_pack(tmp_path / "fram.kgpack")
    assert report.documents == {"new": 0, "same": 0, "other": 1}
    assert graph_digest(graph) == before


def _make(path: Path, change: Change) -> Path:
    """Write a small pack that was changed, with hashes that fit what it holds then."""
    passage = {"kind": "Passage", "key": "p1", "labels": ["Passage", "__KGPlatformPassage__"]}
    nodes: Rows = [{**passage, "properties": {"id": "p1", "text": "Fram"}}]
    relationships: Rows = []
    manifest: dict[str, Any] = {
        "made_by": "1", "made_at": "", "schema": load_migrations()[-1].name,
        "embedder": HashEmbedder(dimension=64).name, "dimension": 64,
        "format": "kgplatform-pack", "version": 1,
    }  # fmt: skip
    change(manifest, nodes, relationships)
    digest, members, texts = Digest(), {}, {}
    for name, rows in (("nodes", nodes), ("relationships", relationships)):
        lines = [line_of(row) for row in rows]
        for line in lines:
            digest.add(line)
        text = texts[f"{name}.jsonl"] = b"".join(line + b"\n" for line in lines)
        sha256 = hashlib.sha256(text).hexdigest()
        members[f"{name}.jsonl"] = {"sha256": sha256, "bytes": len(text)}
    counts = {"nodes": {"Passage": len(nodes)}, "relationships": {"NEXT": len(relationships)}}
    counts = {name: {k: n for k, n in count.items() if n} for name, count in counts.items()}
    made = {"digest": digest.hexdigest(), "members": members, **counts}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("manifest.json", json.dumps({**made, **manifest}))
        for name, text in texts.items():
            file.writestr(name, text)
    return path


def _set(name: str, value: Any) -> Change:
    return lambda manifest, nodes, relationships: manifest.__setitem__(name, value)


def _node(**fields: Any) -> Change:
    return lambda manifest, nodes, relationships: nodes[0].update(fields)


def _next(**fields: Any) -> Change:
    end = {"start": ["Passage", "p1"], "end": ["Passage", "p1"], "type": "NEXT", "properties": {}}
    return lambda manifest, nodes, relationships: relationships.append({**end, **fields})


HOSTILE = {
    "another embedder": (_set("embedder", "other"), "embedder 'other'"),
    "another size of vectors": (_set("dimension", 65), "65 dimensions"),
    "another schema": (_set("schema", "V9999__later"), "V9999__later"),
    "another format": (_set("version", 2), "not of the format"),
    "a wrong digest": (_set("digest", "0" * 64), "hashes are not those"),
    "wrong counts": (_set("nodes", {"Passage": 2}), "counts are not those"),
    "members of a manifest that is no map": (_set("members", []), "hashes are not those"),
    "a field that is none": (_set("more", 1), "manifest cannot be read"),
    "a migration": (_node(kind="Migration"), "unknown kind"),
    "a label of others": (_node(labels=["__KGPlatformPassage__", "Admin"]), "not its own"),
    "another kind": (_node(labels=["__KGPlatformEntity__"]), "not its own"),
    "another key": (_node(key="p2"), "another key"),
    "a map as a property": (_node(properties={"id": "p1", "x": {"y": 1}}), "neither a value"),
    "a name that is none": (_node(properties={"id": "p1", "a`b": 1}), "neither a value"),
    "no value": (_node(properties={"id": "p1", "x": None}), "neither a value"),
    "values of two types": (_node(properties={"id": "p1", "x": [1, "a"]}), "neither a value"),
    "a large number": (_node(properties={"id": "p1", "x": 2**64}), "neither a value"),
    "no number": (_node(properties={"id": "p1", "x": float("nan")}), "neither a value"),
    "a day that is none": (_node(properties={"id": "p1", "at": {"@date": "x"}}), "neither a value"),
    "a short vector": (_node(vector="AAAA"), "vector that is none of 64"),
    "a type that is none": (_next(type="A`]->() //"), "type that is no name"),
    "a lost end": (_next(end=["Passage", "p2"]), "leads to a Passage that it has not"),
    "a node twice": (lambda m, nodes, r: nodes.append(nodes[0]), "twice"),
    "a node that is none": (lambda m, nodes, r: nodes.append([]), "a node has not"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pack_is_refused_and_nothing_is_written(
    name: str, platform: Platform, graph: Graph, tmp_path: Path
) -> None:
    change, said = HOSTILE[name]
    path = _make(tmp_path / "bad.kgpack", change)
    with pytest.raises(UsageError, match=said):
        platform.import_pack(path)
    assert _nodes(graph) == 0


def test_the_pack_that_is_changed_above_is_a_good_one(platform: Platform, tmp_path: Path) -> None:
    """Else what is refused might be so for another reason."""
    platform.import_pack(_make(tmp_path / "good.kgpack", lambda *_: None))


def test_files_that_are_no_packs_are_refused(tmp_path: Path) -> None:
    def refused(path: Path) -> str:
        with pytest.raises(UsageError) as refusal:
            Pack(path)
        return str(refusal.value)

    path = _make(tmp_path / "good.kgpack", lambda *_: None)
    whole = path.read_bytes()
    (tmp_path / "cut").write_bytes(whole[: len(whole) // 2])
    flipped = bytearray(whole)
    flipped[whole.index(b"nodes.jsonl") + 20] ^= 1
    (tmp_path / "flipped").write_bytes(flipped)
    (tmp_path / "text").write_text("no pack")
    for name in ("cut", "flipped", "text"):
        assert "damaged" in refused(tmp_path / name)
    assert "There is no file" in refused(tmp_path / "none")
    with zipfile.ZipFile(path, "a") as file:
        file.writestr("../../etc/cron.d/x", "* * * * *")
    assert "members are not those" in refused(path)
    bomb = tmp_path / "bomb"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as file:
        for name in ("manifest.json", "nodes.jsonl", "relationships.jsonl"):
            file.writestr(name, b" " * 50_000_000 if name == "nodes.jsonl" else b"{}")
    assert "packed more than text can be" in refused(bomb)


def test_pack_is_not_written_over_a_file(platform: Platform, graph: Graph, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("mine")
    for path, said in ((tmp_path / "there", "exists already"), (tmp_path / "no/x", "no folder")):
        with pytest.raises(UsageError, match=said):
            platform.export_pack(path)
    assert (tmp_path / "there").read_text() == "mine"

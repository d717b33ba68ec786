"""Which words of a question its query does not answer to, so that nothing is dropped in silence.

Templates are made of what stands around the question's items: "Where was the founder of X born?"
gets X's founder if nothing mentions a birth. A word is covered where an item, a class or a property
of the query is called so, where questions for that property usually have it, where its meaning is
near the property's names, or where the query's form says it (a count, an extreme, a name's
beginning); the question word where the answer is of its kind, as a date is for "when".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from kgplatform.models.embedding import Embedder
from kgplatform.wikidata.label_index import LabelIndex
from kgplatform.wikidata.question.certainty import answers_in_kind
from kgplatform.wikidata.question.kinds import COUNT, LEAST, LESS, MOST
from kgplatform.wikidata.question.mentions import ASKING, LinkedMention
from kgplatform.wikidata.question.relations import GENERAL, STOP, RelationRanker, words_of
from kgplatform.wikidata.question.templates import MEASURE_WORDS
from kgplatform.wikidata.question.translating import QuestionAnswer
from kgplatform.wikidata.terms import Result

__all__ = ["list_missed"]

NEAR = 0.7
"""Cosine of a word and a name of a property from which on they mean alike."""
SHARED = 4
"""Letters with which two words of one family begin: "founder", "founded"."""
LIGHT = frozenset(
    "about after all also another any based before between both but by call called come current "
    "currently date day during each either else ever exist famous full give happen her him his "
    "if into its kind known like live located lot made main me more most much my no not now "
    "number off one only other our out over own people person place play same she situated so "
    "some such take than thing those time today too total type under up use used very well "
    "while work year".split()
)
"""Words by which questions ask for anything, or that say little of what is asked."""
LIGHT_STEMS = ASKING | LIGHT | GENERAL | STOP | frozenset(words_of(" ".join(LIGHT)))
WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
OLD = re.compile(r"^\W*how old\b", re.IGNORECASE)
"""Answered by a date of birth or foundation."""
PROPERTY = re.compile(r"/(P\d+)>")
ITEM = re.compile(r"\bQ\d+\b")


def list_missed(
    question: str,
    found: QuestionAnswer,
    *,
    mentions: Sequence[LinkedMention],
    index: LabelIndex,
    embedder: Embedder,
    ranker: RelationRanker,
) -> list[str]:
    """Return the words of a question, as it spells them, that its query has nothing for.

    Args:
        question: in plain English.
        found: its query and what that returned.
        mentions: the items that were found in it; those given have no span.
        index: for the names of items, classes and properties.
        embedder: compares the words' meanings.
        ranker: knows properties' names, and the words that questions for them usually have.
    """
    properties = list(dict.fromkeys(PROPERTY.findall(found.query)))
    known = _names_of_items(found, index)
    names = [name for p in properties for name in ranker.names.get(p, ())]
    usual = {w for p in properties for way in "<>" for w in ranker.model.words.get(p + way, ())}
    measured = {word for p in properties for word in MEASURE_WORDS.get(p, ())}
    covered = usual | measured | {word for name in (*known, *names) for word in words_of(name)}
    asked = ITEM.findall(found.query)
    masked = _blank(question, [m for m in mentions if m.qid in asked], found.template)
    left = [word for word in WORD.findall(masked) if not _is_light(word)]
    left = [word for word in left if not _is_covered(word, covered)]
    missed = _list_far(left, names, embedder)
    fits = answers_in_kind(question, found.result) or OLD.search(question)
    return missed if fits else [*WORD.findall(question)[:1], *missed]


def _names_of_items(found: QuestionAnswer, index: LabelIndex) -> Iterator[str]:
    """Yield what the query's items and their classes are called, and the answers' classes."""
    asked = ITEM.findall(found.query)
    yield from index.labels(asked).values()
    yield from index.classes([*asked, *_things(found.result)])


def _things(result: Result) -> Iterator[str]:
    for term in result.answers():
        if term.identifier:
            yield term.identifier


def _blank(question: str, mentions: Iterable[LinkedMention], template: str) -> str:
    """Return a question without the names of its items and the words that its template says."""
    for mention in mentions:
        gap = " " * (mention.end - mention.start)
        question = question[: mention.start] + gap + question[mention.end :]
    if template == "names":
        return ""  # whose words are in the names asked for
    for pattern in (COUNT, LEAST, LESS, MOST):
        question = pattern.sub(" ", question)
    return question


def _is_light(word: str) -> bool:
    plain = word.lower().removesuffix("'s").removesuffix("’s")
    stems = words_of(plain)
    return len(plain) < 2 or not stems or not LIGHT_STEMS.isdisjoint({plain, *stems})


def _is_covered(word: str, covered: set[str]) -> bool:
    return all(
        any(own == other or _are_akin(own, other) for other in covered) for own in words_of(word)
    )


def _are_akin(one: str, other: str) -> bool:
    """Return whether two words are of one family, by how they begin."""
    return len(one) >= SHARED and len(other) >= SHARED and one[:SHARED] == other[:SHARED]


def _list_far(words: Sequence[str], names: Sequence[str], embedder: Embedder) -> list[str]:
    """Return the words whose meaning is near that of no name."""
    if not words or not names:
        return list(words)
    theirs = embedder.embed_passages(list(names))
    mine = embedder.embed_passages([word.lower() for word in words])
    nearness = np.max(mine @ theirs.T, axis=1)
    return [word for word, near in zip(words, nearness.tolist(), strict=True) if near < NEAR]

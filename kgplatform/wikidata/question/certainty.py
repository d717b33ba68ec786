"""Whether what a query returned can be relied on: the items are those named, the answer fits.

A person who asks Wikidata sees which item was taken and which property. A method that puts facts
next to texts cannot ask back: a namesake's birthplace there is worse than no fact, because the text
may hold the right one. DivKnowQA takes whatever the model's query returns (section 3.2), and names
wrong identifiers as its main gap (table 6: 29.7 % right).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from kgplatform.models.embedding import Embedder
from kgplatform.sources.facts.documents import ARTICLE, name_key
from kgplatform.sources.facts.rdf_index import shorten
from kgplatform.sources.facts.rdf_values import read_literal
from kgplatform.text.classes import entity_type_of
from kgplatform.wikidata.label_index import LabelIndex
from kgplatform.wikidata.question.kinds import asks_truth
from kgplatform.wikidata.question.mentions import LinkedMention
from kgplatform.wikidata.question.relations import LEAST_MEANING, mask_names, words_of
from kgplatform.wikidata.terms import RdfTerm, Result

__all__ = [
    "answers_in_kind",
    "answers_in_type",
    "is_quantity",
    "list_certain",
    "means_relation",
]

DATE = re.compile(r"^\W*(?:on |in )?(?:when|what (?:year|date)|which (?:year|date))\b", re.I)
NUMBER = re.compile(r"^\W*how (?:many|much|old|long|tall|high|far|large|big)\b", re.I)
THING = re.compile(r"^\W*(?:to |by |of |in |from )?(?:who|whom|whose|where)\b", re.I)
TYPES = (
    (re.compile(r"^\W*(?:to |by |of |from )?(?:who|whom)\b", re.I),
     frozenset({"Person", "Organization", "Group"})),
    (re.compile(r"^\W*(?:from |to |in )?where\b", re.I), frozenset({"Place"})),
)  # fmt: skip
"""The types of entities that a question word asks for."""
MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
IN_DATE = re.compile(rf"\b\d{{1,2}}(?:st|nd|rd|th)? {MONTH}\b|\b{MONTH},? \d")
"""A month with a day or year next to it is no entity that a question is about."""
WORD_BEFORE = re.compile(r"(\S+)\s*$")
WORD_AFTER = re.compile(r"^\s+(\w+)")


def list_certain(
    question: str, mentions: Sequence[LinkedMention], index: LabelIndex
) -> list[LinkedMention]:
    """Return the mentions that go by exactly the words of the question, and by all of them.

    A capitalised run with another capitalised word next to it is part of a longer name ("Jesus" of
    "Jesus Franco"), one behind a bracket separates namesakes ("Fram (ship)"), and a month with a
    number next to it is part of a date. Where the question has names, common words alone are none,
    and next to those only the class of what is asked for is meant, which stands before them.
    """
    runs = {mention: question[mention.start : mention.end] for mention in mentions}
    known = index.find_keys([name_key(run) for run in runs.values()])
    certain = [
        mention
        for mention, run in runs.items()
        if any(item.qid == mention.qid for item in known.get(name_key(run), ()))
        and not _is_part(question, mention)
    ]
    has_names = any(word[:1].isupper() for word in question.split()[1:])
    if not has_names:
        return certain
    names = [m for m in certain if ARTICLE.sub("", runs[m])[:1].isupper()]
    first = min((mention.start for mention in names), default=0)
    return [mention for mention in certain if mention in names or mention.end <= first]


def answers_in_kind(question: str, result: Result) -> bool:
    """Return whether the answers of a result are what the question's first words ask for.

    A date for "when", a number for "how many", an entity or its name for "who" and "where", yes or
    no only where that can answer; anything for others.
    """
    if result.truth is not None:
        return asks_truth(question)
    terms = result.answers()
    if DATE.search(question):
        return all(_kind_of(term) == "date" for term in terms)
    if NUMBER.search(question):
        return all(_kind_of(term) == "quantity" for term in terms)
    if THING.search(question):
        return all(term.kind == "uri" or term.language for term in terms)
    return True


def answers_in_type(question: str, classes: Iterable[str]) -> bool:
    """Whether entities of these classes are what "who" or "where" asks for, as far as is known.

    Args:
        question: in plain English.
        classes: of the entities, in words; those that name no type speak neither for nor against.
    """
    wanted = next((types for word, types in TYPES if word.search(question)), None)
    found = {entity_type_of(name) for name in classes} - {None}
    return wanted is None or not found or bool(found & wanted)


def is_quantity(result: Result) -> bool:
    """Return whether a result is numbers, and at least one."""
    terms = result.answers()
    return bool(terms) and all(_kind_of(term) == "quantity" for term in terms)


def means_relation(
    question: str, items: Iterable[str], relations: Sequence[str], embedder: Embedder
) -> bool:
    """Return whether a question asks for one of some properties: by a word, or by meaning.

    Args:
        question: in plain English.
        items: names of the items that it is about, which are no words for a property.
        relations: names of the query's properties.
        embedder: compares meanings.
    """
    masked = mask_names(question, items)
    words = set(words_of(masked))
    if any(words & set(words_of(name)) for name in relations):
        return True
    if not relations:
        return False
    nearness = embedder.embed_passages(list(relations)) @ embedder.embed_queries([masked])[0]
    return float(np.max(nearness)) >= LEAST_MEANING


def _is_part(question: str, mention: LinkedMention) -> bool:
    dates = [match.span() for match in IN_DATE.finditer(question)]
    if any(start < mention.end and mention.start < end for start, end in dates):
        return True
    if question[: mention.start].endswith("("):
        return True
    if not question[mention.start : mention.end][:1].isupper():
        return False
    before = WORD_BEFORE.search(question[: mention.start])
    after = WORD_AFTER.search(question[mention.end :])
    is_first = before is not None and not question[: before.start()].strip()
    beside = [before[1] if before and not is_first else "", after[1] if after else ""]
    return any(word[:1].isupper() for word in beside)


def _kind_of(term: RdfTerm) -> str:
    if term.kind != "literal":
        return "thing"
    return read_literal(term.value, shorten(term.datatype), is_wikidata=True)[1]

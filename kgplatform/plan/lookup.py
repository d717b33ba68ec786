"""Answers a sub-question at an endpoint with Wikidata's simple claims: one thing, one relation.

A sub-question of a plan asks for one fact, so it is enough to find the thing it names and the
relation whose words are nearest to what remains. No model but the embedder; what is not found is
said to be so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from kgplatform.models.embedding import Embedder, Vectors
from kgplatform.plan.answering import Answered, Answerer, SubQuestion
from kgplatform.plan.data.facts import ENTITY, Select, fetch_from_endpoint
from kgplatform.plan.data.sparql import literal, load_sparql
from kgplatform.plan.data.wording import relation_words
from kgplatform.plan.values import Item, unite
from kgplatform.records import Evidence, ScoredStatement

__all__ = ["look_up"]

MOST_NAME_WORDS = 9
MOST_THINGS = 3  # of one name; further namesakes are mostly places
LEAST_LIKE = 0.5  # cosine of question and relation; unrelated ones of bge-small reach 0.45
QUOTES = "\"'“”‘’"
WORD = re.compile(r"[^\s?,;]+")
EMPTY_WORDS = frozenset(
    "who whom what which where when how is are was were do does did the a an of in to for by at it "
    "its on many has have had".split()
)
POSSESSIVE = re.compile(r"['’]s?$")


def look_up(select: Select, embedder: Embedder) -> Answerer:
    """Return what answers sub-questions at an endpoint; three kinds of query a sub-question.

    Args:
        select: asks the endpoint.
        embedder: tells which relation a question means.
    """
    fetch = fetch_from_endpoint(select)

    @lru_cache(maxsize=10_000)
    def find_things(label: str) -> tuple[str, ...]:
        rows = [
            row
            for language in ("en", "")
            for row in select(load_sparql("fetch_things_of_label", label=literal(label, language)))
        ]
        found = dict.fromkeys(row["s"].removeprefix(ENTITY) for row in rows)
        return tuple(thing for thing in found if thing.startswith("Q"))

    @lru_cache(maxsize=10_000)
    def list_relations(thing: str) -> tuple[tuple[str, str], ...]:
        rows = select(load_sparql("list_claims_of_thing", thing=f"<{ENTITY}{thing}>"))
        return tuple((row["p"].removeprefix(ENTITY), row["relation"]) for row in rows)

    @lru_cache(maxsize=10_000)
    def embed(text: str) -> Vectors:
        vector: Vectors = embedder.embed_passages([text])[0]
        return vector

    def answer(question: SubQuestion) -> Answered:
        name, things = _name_of(question, find_things)
        if not things:
            return Answered(problem="no thing of a name in it is known at the endpoint")
        rest = _content(question.text.replace(name, ""))
        found: list[tuple[float, str, str, str]] = []
        for thing in things[:MOST_THINGS]:
            for relation, label in list_relations(thing):
                forms = [_content(label), _content(relation_words(label).ask.format(""))]
                likeness = max(float(np.dot(embed(rest), embed(form))) for form in forms)
                found.append((likeness, thing, relation, label))
        best = max(found, default=(0.0, "", "", ""))
        if best[0] < LEAST_LIKE:
            return Answered(problem="the endpoint has no relation that is asked for")
        chosen = [f[1] for f in found if f[2] == best[2]]
        return _answered(name, best[3], fetch(chosen, best[2]))

    return answer


def _name_of(
    question: SubQuestion, find: Callable[[str], tuple[str, ...]]
) -> tuple[str, tuple[str, ...]]:
    """Return the name that a question is about, as it stands in it, with its things."""
    for _, value in question.values:
        if value.id.startswith("Q"):
            return value.text, (value.id,)
    for run in _list_runs(question.text):
        things = find(run)
        if things:
            return run, things
    return "", ()


def _list_runs(text: str) -> list[str]:
    """Return the runs of words that may be a name, longest first, those with a capital first."""
    words = [(m.start(), m.end()) for m in WORD.finditer(text)]
    runs: dict[str, None] = {}
    for length in range(min(MOST_NAME_WORDS, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            run = text[words[start][0] : words[start + length - 1][1]]
            for form in (run.strip(QUOTES + "."), POSSESSIVE.sub("", run).strip(QUOTES + ".")):
                if any(char.isupper() or char.isdigit() for char in form):
                    runs.setdefault(form)
    first = text.split(maxsplit=1)[0] if text.split() else ""
    return [run for run in runs if run and run != first]


def _content(text: str) -> str:
    """Return the words of a text that say which relation it means, or all of them."""
    words = [word for word in re.findall(r"\w+", text) if word.casefold() not in EMPTY_WORDS]
    return " ".join(words) or text


def _answered(name: str, relation: str, items: Sequence[Item]) -> Answered:
    facts = tuple(
        ScoredStatement("", name, relation, item.text, (), "", 0, 0, 1.0) for item in items
    )
    source = f"endpoint: {relation}"
    return Answered(unite([items]), Evidence(statements=facts), source=source)

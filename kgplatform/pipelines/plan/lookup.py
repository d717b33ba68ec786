"""Answers a sub-question at an endpoint with Wikidata's simple claims: one entity, one relation.

A sub-question of a plan asks for one fact, so it is enough to find the entity it names and the
relation whose words are nearest to what remains. No model but the embedder; what is not found is
said to be so.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate

from kgplatform.ingest.paging import in_parts
from kgplatform.models.embedding import Embedder, Vectors
from kgplatform.pipelines.plan.answering import Answered, Answerer, SubQuestion
from kgplatform.pipelines.plan.direct_claims import DIRECT, ENTITY, Select, fetch_from_endpoint
from kgplatform.pipelines.plan.values import Item, unite
from kgplatform.plan.wording import known_relations, relation_words
from kgplatform.records import Citation, Evidence, ScoredPassage
from kgplatform.records.ids import content_id
from kgplatform.wikidata.sparql_texts import load_sparql
from kgplatform.wikidata.terms import literal

__all__ = ["look_up"]

MOST_NAME_WORDS = 9
MOST_THINGS = 20  # of one name: as many counties of the United States share one
LEAST_LIKE = 0.65
"""Of question and relation: their cosine by bge-small and what shared words add. On every second
question of CLQA-Wiki .58 answers as .65 does, .72 a little less."""
SHARED_WORDS = 0.2  # of all words of a relation's name; by bge-small "area" is any area's borders
STEM_CHARS = 5  # "contained" shares its word with "contains"
NEARER = 0.1
"""By how much a usual relation that an entity lacks must be nearer to the question than the one it
has. On CLQA-Wiki as good as .05 and 0: without it 49 % of the questions are answered with precision
.127 and recall .219, with it 40 % with .130 and .210, mostly fewer wrong ones."""

LONGEST_NAME = 200  # characters
NAMES_AT_ONCE = 40  # each in two languages
PROPERTIES_AT_ONCE = 400
"""A query may have 20,000 characters."""

FORMS = 2  # of a relation, embedded
CACHED = 10_000  # queries of a kind, some kB each
QUOTES = "\"'“”‘’"
WORD = re.compile(r"[^\s?,;]+")
EMPTY_WORDS = frozenset(
    "who whom what which where when how is are was were do does did the a an of in to for by at it "
    "its on many has have had".split()
)
POSSESSIVE = re.compile(r"['’]s?$")


def look_up(select: Select, embedder: Embedder) -> Answerer:
    """Return what answers sub-questions at an endpoint; a few queries a sub-question.

    Args:
        select: asks the endpoint.
        embedder: says which relation a question means.
    """
    return _Lookup(select, embedder).answer


class _Lookup:
    """Looks sub-questions up; what was asked once is remembered."""

    def __init__(self, select: Select, embedder: Embedder) -> None:
        self._select = select
        self._embedder = embedder
        self._fetch = fetch_from_endpoint(select)
        self._labels: dict[str, str] = {}
        self._forms: dict[str, Vectors] = {}  # by relation: as many as there are properties
        self.find_things = lru_cache(maxsize=CACHED)(self._find_entities)
        self.list_claims = lru_cache(maxsize=CACHED)(self._list_claims)

    def answer(self, question: SubQuestion) -> Answered:
        """Return what the entity in a question is related to by the relation that it names."""
        name, things = self._name_of(question)
        if not things:
            return Answered(problem="no entity of a name in it is known at the endpoint")
        claims = self.list_claims(things[:MOST_THINGS])
        relation = self._choose(_content(question.text.replace(name, "")), claims)
        if not relation:
            return Answered(problem="the endpoint has no relation that is asked for")
        items = [
            item
            for property_id, label in dict.fromkeys((p, label) for _, p, label in claims)
            if label == relation
            for item in self._fetch([s for s, p, _ in claims if p == property_id], property_id)
        ]
        if not items:
            return Answered(problem=f"the endpoint knows no value of {relation} for {name}")
        return _answered(things[0], name, relation, items)

    def _name_of(self, question: SubQuestion) -> tuple[str, tuple[str, ...]]:
        """Return the name that a question is about, as it stands in it, with its entities."""
        for _, value in question.values:
            if value.id.startswith("Q"):
                return value.text, (value.id,)
        runs = _list_runs(question.text)
        found = self.find_things(tuple(runs))
        name = next((run for run in runs if found.get(run)), "")
        return name, found.get(name, ())

    def _find_entities(self, names: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        found: dict[str, dict[str, None]] = {}
        for part in in_parts([name for name in names if len(name) <= LONGEST_NAME], NAMES_AT_ONCE):
            labels = " ".join(
                literal(name, language=language).sparql()
                for name in part
                for language in ("en", "")
            )
            for row in self._select(load_sparql("fetch_things_of_labels", labels=labels)):
                thing = row["s"].removeprefix(ENTITY)
                if thing.startswith("Q"):
                    found.setdefault(row["label"], {})[thing] = None
        return {label: tuple(things) for label, things in found.items()}

    def _list_claims(self, things: tuple[str, ...]) -> tuple[tuple[str, str, str], ...]:
        """Return (entity, property, label of the property) of all claims, each once."""
        rows = self._select(load_sparql("list_claims_of_things", things=_iris(things)))
        claims = [(row["s"].removeprefix(ENTITY), row["p"].removeprefix(DIRECT)) for row in rows]
        self._learn_labels({p for _, p in claims})
        return tuple((s, p, self._labels[p]) for s, p in claims if self._labels[p])

    def _learn_labels(self, properties: Collection[str]) -> None:
        """Ask what properties are called, once each; '' stands for one without a label."""
        new = sorted(p for p in properties if p not in self._labels)
        for part in in_parts(new, PROPERTIES_AT_ONCE):
            found: dict[str, str] = {}
            for row in self._select(load_sparql("fetch_labels", items=_iris(part))):
                found.setdefault(row["item"].removeprefix(ENTITY), row["label"])  # the best first
            self._labels.update({p: found.get(p, "") for p in part})

    def _choose(self, asked: str, claims: Sequence[tuple[str, str, str]]) -> str:
        """Return the label of the relation that is asked for, '' where no claim has it.

        One that is there is not taken for a usual one that is not, but is nearer to what is asked:
        who has an occupation and no place of birth was not born in the occupation.
        """
        there = [label for _, _, label in claims]
        likeness = self._measure(asked, dict.fromkeys((*there, *known_relations())))
        best = max(there, key=lambda label: likeness[label], default="")
        if not best or likeness[best] < max(LEAST_LIKE, max(likeness.values()) - NEARER):
            return ""
        return best

    def _measure(self, asked: str, labels: Collection[str]) -> dict[str, float]:
        """Return how like each relation is to what is asked, by its label or by its question."""
        new = [label for label in labels if label not in self._forms]
        texts = [form for label in new for form in _forms_of(label)]
        vectors = self._embedder.embed_passages([asked, *texts])
        for place, label in enumerate(new):
            self._forms[label] = vectors[1 + FORMS * place : 1 + FORMS * (place + 1)]
        meant = {label: float((self._forms[label] @ vectors[0]).max()) for label in labels}
        return {label: like + SHARED_WORDS * _share(label, asked) for label, like in meant.items()}


def _iris(things: Iterable[str]) -> str:
    return " ".join(f"<{ENTITY}{thing}>" for thing in things)


def _forms_of(relation: str) -> tuple[str, str]:
    """Return what a question for a relation may look like: its label, and its question."""
    words = relation_words(relation)
    return _content(relation), _content(words.ask.format("") if words else relation)


def _list_runs(text: str) -> list[str]:
    """Return the runs of words that may be a name, longest first: those with a capital or digit.

    Where no word has one, the name is a common noun: "What are the symptoms of typhoid fever?".
    """
    words = [(m.start(), m.end()) for m in WORD.finditer(text)]
    runs: dict[str, None] = {}
    for length in range(min(MOST_NAME_WORDS, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            run = text[words[start][0] : words[start + length - 1][1]]
            for form in (run.strip(QUOTES + "."), POSSESSIVE.sub("", run).strip(QUOTES + ".")):
                runs.setdefault(form)
    first = text.split(maxsplit=1)[0] if text.split() else ""
    found = [run for run in runs if run and run.split()[0] != first]
    names = [run for run in found if re.search(r"[^\W_a-zß-ÿ]", run)]
    return names or [run for run in found if run.casefold() not in EMPTY_WORDS]


def _content(text: str) -> str:
    """Return the words of a text that say which relation it means, or all of them."""
    words = [word for word in re.findall(r"\w+", text) if word.casefold() not in EMPTY_WORDS]
    return " ".join(words) or text


def _share(relation: str, asked: str) -> float:
    """Return which share of a relation's words is asked for, 0 to 1."""
    words = _stems(relation)
    return len(words & _stems(asked)) / len(words)


@lru_cache(maxsize=CACHED)
def _stems(text: str) -> frozenset[str]:
    """Return how the words that `_content` keeps begin."""
    return frozenset(word.casefold()[:STEM_CHARS] for word in _content(text).split())


def _answered(thing: str, name: str, relation: str, items: Sequence[Item]) -> Answered:
    """Return the answers with the facts as a passage of no document, cited line by line."""
    facts = [f"{name} {relation} {item.text}." for item in items]
    text, uri, title = "\n".join(facts), f"{ENTITY}{thing}", f"{name} (Wikidata)"
    key = content_id("outside", uri, relation, text)
    starts = accumulate((len(fact) + 1 for fact in facts), initial=0)
    cited = tuple(
        Citation(key, "", title, uri, None, start, start + len(fact), fact, 1.0)
        for start, fact in zip(starts, facts, strict=False)
    )
    evidence = Evidence(passages=(ScoredPassage(key, "", title, uri, text, 1.0),))
    return Answered(unite([items]), evidence, cited, source=f"endpoint: {relation}")

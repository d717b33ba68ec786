"""A question with its items to SPARQL, without a language model: templates, ranked, executed.

The candidates are ranked by how well their relations fit the question's words; the best one that
returns something is taken (execution-guided). A count may be 0 and a statement false, so there the
best one is taken, whatever it returns: the next ones ask for something else. Only a property that
both items have may be true the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from kgplatform.errors import EndpointTimeout, SparqlError
from kgplatform.wikidata.label_index import LabelIndex
from kgplatform.wikidata.question.certainty import answers_in_kind, answers_in_type, is_quantity
from kgplatform.wikidata.question.hops import TWO_HOPS, HopMaker
from kgplatform.wikidata.question.kinds import QuestionKind, read_kind
from kgplatform.wikidata.question.neighbourhood import (
    fetch_alike_relations,
    fetch_qualified,
    fetch_relations,
)
from kgplatform.wikidata.question.relations import Relation, RelationRanker, mask_names, words_of
from kgplatform.wikidata.question.templates import (
    STATED,
    QueryCandidate,
    Subject,
    compare,
    count,
    find,
    list_measures,
    list_named,
    order,
    qualify,
    share,
    verify,
)
from kgplatform.wikidata.terms import Endpoint, Result

__all__ = ["QuestionAnswer", "Translator"]

TRIED = 12
"""Queries executed a question at most."""
LISTED = 25
"""Rows of an answer by names or of a class, as LC-QuAD 2.0's questions have them."""
MAX_ROWS = 1_000
ALIKE = 1.0
"""How near two scores are of properties that fit a question alike; "Where did she go to school?" is
not to give her place of birth; set by hand with a look at even rows."""
PROPERTY = re.compile(r"/prop/direct/(P\d+)>")


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """A question's query, what it returned, by which template, and how many were executed."""

    query: str
    result: Result
    template: str
    tried: int


class Translator:
    """Translates questions over an endpoint.

    Args:
        index: for the names of items.
        endpoint: what is asked.
        ranker: links relations.
    """

    def __init__(self, index: LabelIndex, *, endpoint: Endpoint, ranker: RelationRanker) -> None:
        self._index = index
        self._endpoint = endpoint
        self._ranker = ranker
        self._hops = HopMaker(endpoint=endpoint, ranker=ranker, run=self._run)

    def answer(self, question: str, qids: Sequence[str]) -> QuestionAnswer | None:
        """Return the answer of the best query that returns something, None where none does.

        Args:
            question: in plain English.
            qids: the items that it is about, in any order.

        Raises:
            WikidataError: the endpoint cannot be asked.
        """
        kind, masked = self._read_kind(question, qids)
        candidates = self._candidates(kind, masked, qids)
        denied: tuple[float, QuestionAnswer] | None = None
        other: tuple[float, QuestionAnswer] | None = None  # of another kind than is asked for
        for tried, candidate in enumerate(candidates[:TRIED], start=1):
            if denied and candidate.score < denied[0]:
                break
            result = self._run(candidate, limit=_limit(candidate, kind))
            if result is None or not _answers(candidate, result):
                continue
            found = QuestionAnswer(candidate.query, result, candidate.template, tried)
            if result.truth is False:
                denied = denied or (candidate.score, found)
            elif self._is_expected(question, masked, candidate, result, other):
                return found
            else:
                other = other or (candidate.score, found)
        best = denied or other
        return best[1] if best else None

    def _is_expected(
        self,
        question: str,
        masked: str,
        candidate: QueryCandidate,
        result: Result,
        other: tuple[float, QuestionAnswer] | None,
    ) -> bool:
        """Return whether an answer is of the kind that the question word asks for.

        Args:
            other: the best answer that is not; one that is goes before it where its property is
                meant too, and one of a fitting type of entity only where both fit alike.
        """
        if not answers_in_kind(question, result):
            return False
        things = [term.identifier for term in result.answers()]
        is_typed = answers_in_type(question, self._index.classes(filter(None, things)))
        if other is None:
            return is_typed
        if not answers_in_kind(question, other[1].result):
            names = PROPERTY.findall(candidate.query)
            return all(self._ranker.is_meant(masked, name) for name in names)
        return is_typed and other[0] - candidate.score <= ALIKE

    def candidates(self, question: str, qids: Sequence[str]) -> list[QueryCandidate]:
        """Return the queries that a question may mean, best first.

        Raises:
            WikidataError: the endpoint cannot be asked.
        """
        return self._candidates(*self._read_kind(question, qids), qids)

    def _read_kind(self, question: str, qids: Sequence[str]) -> tuple[QuestionKind, str]:
        """Return what is asked for, and the question without the names of its items."""
        masked = mask_names(question, self._index.labels(qids).values())
        return read_kind(question, masked), masked

    def _candidates(
        self, kind: QuestionKind, masked: str, qids: Sequence[str]
    ) -> list[QueryCandidate]:
        subjects = self._subjects(qids, masked, kind)
        classes = [s for s in subjects if s.is_class] if len(subjects) > 1 else []
        items = [s for s in subjects if s not in classes] or subjects[:1]
        classes = [s for s in classes if s not in items]
        found = list(self._by_kind(kind, masked, items, classes))
        unique = {c.query: c for c in sorted(found, key=lambda c: c.score)}
        return sorted(unique.values(), key=lambda c: -c.score)

    def _by_kind(
        self,
        kind: QuestionKind,
        masked: str,
        items: Sequence[Subject],
        classes: Sequence[Subject],
    ) -> Iterable[QueryCandidate]:
        everything = [*items, *classes]
        if kind.name == "count":
            return [made for item in everything for made in count(item)]
        if kind.starts or kind.contains:
            return list_named(classes or items, kind)
        measures = list_measures(set(words_of(masked)))
        if kind.name == "comparison" and len(items) > 1 and measures:
            qids = [item.qid for item in items]
            return compare(qids, measures, is_descending=kind.is_descending)
        if kind.name == "yes_no" and len(items) > 1:
            return [*self._verify(items[0], items[1]), *self._verify(items[1], items[0])]
        found = [made for item in items for made in find(item, classes)]
        if kind.name == "superlative":
            found += self._superlative(kind, measures, items, classes)
        for one, other in permutations(everything, 2):
            found += self._pair(masked, one, other)
        if len(items) == 1:
            asked = self._index.labels([named.qid for named in classes]).values()
            found += self._hops.list_hops(masked, items[0])
            found += self._hops.list_named(" ".join([masked, *asked]), masked, items[0])
        return found

    def _verify(self, one: Subject, other: Subject) -> Iterable[QueryCandidate]:
        try:
            alike = fetch_alike_relations(self._endpoint, one.qid, other.qid)
        except EndpointTimeout:
            alike = set()
        return verify(one, other, alike=alike)

    def _superlative(
        self,
        kind: QuestionKind,
        measures: Sequence[str],
        items: Sequence[Subject],
        classes: Sequence[Subject],
    ) -> Iterable[QueryCandidate]:
        is_descending = kind.is_descending
        for named in classes:
            for item in items:
                yield from order(named, item, measures, is_descending=is_descending)
        if not classes:
            for item in items:
                if item.is_class:
                    yield from order(item, None, measures, is_descending=is_descending)

    def _pair(self, masked: str, one: Subject, other: Subject) -> Iterable[QueryCandidate]:
        try:
            ways = fetch_qualified(self._endpoint, one.qid, other.qid)
        except EndpointTimeout:
            ways = []
        names = {way.property for way in ways} | {way.qualifier for way in ways}
        ranked = self._ranker.rank(masked, [Relation(name, True) for name in sorted(names)])
        scores = {relation.name: score for relation, score in ranked}
        return [*qualify(one.qid, other.qid, ways, scores), *share(one, other)]

    def _subjects(self, qids: Sequence[str], masked: str, kind: QuestionKind) -> list[Subject]:
        """Return the items with their relations, none for one that takes too long; not all may."""
        subjects: list[Subject] = []
        late: list[EndpointTimeout] = []
        for qid in dict.fromkeys(qids):
            try:
                subjects.append(self._subject(qid, masked, kind))
            except EndpointTimeout as exc:
                late.append(exc)
                subjects.append(Subject(qid, ()))
        if late and len(late) == len(subjects):
            raise late[-1]
        return subjects

    def _subject(self, qid: str, masked: str, kind: QuestionKind) -> Subject:
        around = fetch_relations(self._endpoint, qid)
        relations = set(around)
        if kind.name == "count" and not self._names_one(masked, around):  # it may have none
            for name in self._ranker.sharing_words(masked):
                relations |= {Relation(name, True), Relation(name, False)}
        is_class = Relation("P31", False) in around
        if all(relation.is_forward for relation in around):  # nobody could count its instances
            is_class = Relation("P279", True) in around
        ranked = self._ranker.put_said_first(masked, self._ranker.rank(masked, relations))
        return Subject(qid, tuple(self._keep_described(kind, masked, ranked)), is_class)

    def _keep_described(
        self, kind: QuestionKind, masked: str, ranked: Sequence[tuple[Relation, float]]
    ) -> Sequence[tuple[Relation, float]]:
        """Return the relations that a question asks for word for word; all where it does not.

        None where it has the label of a property that the item has not: another one that fits the
        other words would answer something else, as a place of birth for a date of birth.
        """
        if kind.name != "things" or TWO_HOPS.search(masked):
            return ranked
        described = self._ranker.list_described(masked)
        kept = [pair for pair in ranked if pair[0].is_forward and pair[0].name in described]
        if kept or any(self._ranker.is_label(masked, name) for name in described):
            return kept
        return ranked

    def _names_one(self, masked: str, around: Iterable[Relation]) -> bool:
        """Return whether a question has all the words of a name of a relation that is there."""
        words = set(words_of(masked))
        return any(self._ranker.is_named(words, relation.name) for relation in around)

    def _run(self, candidate: QueryCandidate, *, limit: int) -> Result | None:
        """Return a candidate's result, None where the endpoint gave up on it."""
        try:
            result = self._endpoint.run(candidate.query, limit=limit)
        except (EndpointTimeout, SparqlError):
            return None
        is_bound = limit in (LISTED, MAX_ROWS)  # any other is how many are asked for
        return replace(result.without_unknown(), is_cut=result.is_cut and is_bound)


def _answers(candidate: QueryCandidate, result: Result) -> bool:
    """Return whether a result is an answer: a truth, or rows; a stated number has to be one."""
    if candidate.template == STATED:
        return is_quantity(result)
    return result.truth is not None or bool(result.rows)


def _limit(candidate: QueryCandidate, kind: QuestionKind) -> int:
    """Return how many rows a query's answer may have."""
    if candidate.template in ("superlative", "comparison"):
        return kind.wanted or 1
    return LISTED if candidate.template == "names" else kind.wanted or MAX_ROWS

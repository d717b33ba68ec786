"""Puts the kept facts into words for the reader, document by document.

HOLMES, section 4.2.3: a hyper triple becomes a line with markers between its parts, under the title
of the document it is valid in, and lines are ordered by their scores. Departure: in place of the
line the reader is given the sentence that states the fact, which holds it with all its context and
is cited as it stands; at equal numbers of tokens it holds more answers. So words of a qualifier
stay in the sentence where qualifiers are left out of facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kgplatform.records import EvidenceLine, ScoredPassage, ScoredStatement
from kgplatform.retrieve.holmes.pruning import Judged, Sentence
from kgplatform.retrieve.holmes.traversal import HyperTriple
from kgplatform.retrieve.lines import write_line

__all__ = [
    "READER_CHARS",
    "choose_sentences",
    "keep_likely",
    "keep_stating",
    "score_statements",
    "verbalise",
    "write_facts",
    "write_sentences",
]

READER_CHARS = 1_200
"""Of what the reader is given: about 280 tokens, a fifth of HotpotQA's paragraphs of a question."""


def verbalise(fact: HyperTriple, *, qualifiers: bool = True) -> str:
    """Return a fact as one line: subject | relation | object (relation: value; …)."""
    line = f"{fact.subject} | {fact.relation} | {fact.object}"
    stated = [f"{relation}: {value}" for relation, value in fact.qualifiers if qualifiers]
    stated += [f"according to {fact.attribution}"] if fact.attribution else []
    return f"{line} ({'; '.join(stated)})" if stated else line


def choose_sentences(
    scored: Iterable[tuple[float, Sentence]], *, most_chars: int = READER_CHARS
) -> list[tuple[float, Sentence]]:
    """Return the best sentences that fit, with the titles of their documents, into some characters.

    What two documents say in the same words is given once.

    Args:
        scored: best first; one that is too long for what is left is skipped. The first is
            taken whatever its length, as far as it fits: a table may be one long sentence.
        most_chars: what is given to the reader.
    """
    chosen: list[tuple[float, Sentence]] = []
    titled: set[str] = set()
    said: set[str] = set()
    left = most_chars
    for score, found in scored:
        text = _write(found).text
        if text in said:
            continue
        source = found.source
        title = 0 if source.passage_id in titled else len(source.title)
        sentence = found if chosen else _cut(found, left - title)
        cost = sentence.end - sentence.start + title
        if not chosen or cost <= left:
            left -= cost
            titled.add(source.passage_id)
            said.add(text)
            chosen.append((score, sentence))
    return chosen


def keep_likely(
    scored: Sequence[tuple[float, Sentence]], likely: Sequence[ScoredPassage]
) -> Sequence[tuple[float, Sentence]]:
    """Return the sentences of likely passages, all of them where no passage is."""
    ids = {passage.passage_id for passage in likely}
    return [pair for pair in scored if pair[1].source.passage_id in ids] or scored


def keep_stating(
    scored: Iterable[tuple[float, Sentence]], kept: Sequence[Judged]
) -> list[tuple[float, Sentence]]:
    """Return the sentences that state a kept fact, however many they are."""
    stating = {sentence for item in kept for sentence in item.sentences}
    return [(score, sentence) for score, sentence in scored if sentence in stating]


def write_sentences(
    chosen: Sequence[tuple[float, Sentence]], *, best_first: bool = True
) -> tuple[EvidenceLine, ...]:
    """Return the lines of sentences: documents by their best one, each in the order of its text."""
    lines = [(score, _write(sentence)) for score, sentence in chosen]
    return _group(lines, best_first=best_first, in_order=True)


def write_facts(
    kept: Sequence[Judged], *, qualifiers: bool = True, best_first: bool = True
) -> tuple[EvidenceLine, ...]:
    """Return the lines of facts: documents by their best one, its facts by their scores."""
    lines = [
        (
            item.score,
            EvidenceLine(
                item.sentences[0].source,
                verbalise(item.fact, qualifiers=qualifiers),
                item.fact.start,
                item.fact.end,
            ),
        )
        for item in kept
    ]
    return _group(lines, best_first=best_first, in_order=False)


def score_statements(kept: Sequence[Judged], *, qualifiers: bool) -> tuple[ScoredStatement, ...]:
    """Return the kept facts as an evidence's statements, best first."""
    return tuple(
        ScoredStatement(
            statement_id=item.fact.id,
            subject=item.fact.subject,
            relation=item.fact.relation,
            object=item.fact.object,
            qualifiers=item.fact.qualifiers if qualifiers else (),
            passage_id=item.fact.passage_id,
            start=item.fact.start,
            end=item.fact.end,
            score=item.score,
            attribution=item.fact.attribution,
        )
        for item in kept
    )


def _group(
    lines: Sequence[tuple[float, EvidenceLine]], *, best_first: bool, in_order: bool
) -> tuple[EvidenceLine, ...]:
    """Return lines document by document; the best document first, or last."""
    groups: dict[str, list[tuple[float, EvidenceLine]]] = {}
    for pair in lines:
        groups.setdefault(pair[1].source.passage_id, []).append(pair)
    sign = -1 if best_first else 1
    ordered = sorted(groups.values(), key=lambda group: sign * max(score for score, _ in group))
    for group in ordered:
        group.sort(key=lambda pair: pair[1].start if in_order else sign * pair[0])
    return tuple(line for group in ordered for _, line in group)


def _cut(sentence: Sentence, most_chars: int) -> Sentence:
    """Return a sentence, or its first characters, at least one."""
    return replace(sentence, end=min(sentence.end, sentence.start + max(most_chars, 1)))


def _write(sentence: Sentence) -> EvidenceLine:
    return write_line(sentence.source, sentence.start, sentence.end)

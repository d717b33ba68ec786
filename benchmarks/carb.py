"""Open information extraction on CaRB: statements as tuples against those of crowd workers.

CaRB (Bhardwaj, Aggarwal and Mausam, EMNLP 2019) compares words. A predicted tuple matches a gold
one if their predicates share a word (any form of "be" counts for "be"); precision is the share of
its words that are in the same part of the gold tuple (predicate, first argument, the other
arguments joined), recall the share of the gold tuple's words. Each gold tuple takes the best recall
of any prediction; precision is that of a one-to-one matching, best first, over all predictions.
For tuples of saying the arguments may change places. Precision and recall are drawn over the
confidence; what counts is the best F1 and the area under the curve.

The scorer is checked on the output of OpenIE 5 in the same folder.

    python benchmarks/carb.py FOLDER [--limit N]       # table and results/carb.json
"""

from __future__ import annotations

import argparse
import gzip
import re
import string
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from record import print_table, write_result

from kgplatform.extract.extractors import make_extractor
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.models.linguistics import DEFAULT_PIPELINE, load_linguistics
from kgplatform.records import Passage, Statement, name_of

SAYING = ("said", "told", "added", "adds", "says")
FORMS_OF_BE = ("be", "is", "am", "are", "was", "were", "been", "being")
BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
ARGUMENT = re.compile(r"\w+\((.*?),List\(")
PREPOSITIONS = frozenset(
    "about above across after against along amid among around as at because before behind below "
    "beneath beside between by despite down during for from in inside into near of off on onto out "
    "over past per since through throughout till to toward towards under until up upon via with "
    "within without the a an".split()
)


class Tuple(NamedTuple):
    """A predicate, its arguments in order, and how sure the extractor is."""

    predicate: str
    arguments: list[str]
    confidence: float = 1.0


Tuples = dict[str, list[Tuple]]


def key_of(sentence: str) -> str:
    """Return a sentence without blanks and punctuation, as tuples of one sentence share it."""
    joined = sentence.replace(" ", "")
    for escaped, plain in BRACKETS.items():
        joined = joined.replace(escaped, plain)
    return joined.translate(str.maketrans("", "", string.punctuation))


def load_lines(path: Path) -> list[str]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [line.rstrip("\n") for line in lines]


def load_gold(folder: Path) -> Tuples:
    gold = defaultdict(list)
    for line in load_lines(folder / "carb_dev_gold.tsv.gz"):
        sentence, predicate, *arguments = line.strip().split("\t")
        gold[key_of(sentence)].append(Tuple(predicate, arguments))
    return dict(gold)


def load_openie5(folder: Path) -> Tuples:
    """Return the tuples of OpenIE 5; a context stands before the first argument."""
    found = defaultdict(list)
    for line in load_lines(folder / "carb_dev_openie5.txt.gz"):
        fields = line.strip().split("\t")
        if not all(fields[2:5]):
            continue
        first, predicate = (ARGUMENT.match(field)[1] for field in fields[2:4])
        context = ARGUMENT.match(fields[1])
        if context and not f"{first} {predicate}".startswith(context[1]):
            first = f"{context[1]} {first}"
        others = [ARGUMENT.match(part.strip())[1] for part in fields[4].strip().split(");")]
        found[key_of(fields[5])].append(Tuple(predicate, [first, *others], float(fields[0])))
    return dict(found)


def read_tuples(sentences: Sequence[str]) -> Tuples:
    """Return the statements of sentences, each a document, as tuples of the words they stand on."""
    texts = dict.fromkeys(sentences)
    passages = [Passage(str(n), str(n), 0, 0, len(s), "", s) for n, s in enumerate(texts)]
    extractor = make_extractor("spacy", linguistics=load_linguistics(DEFAULT_PIPELINE))
    readings = extractor.read(passages, gazetteer=Gazetteer(()))
    return {
        key_of(passage.text): [to_tuple(s, passage.text) for s in reading.statements]
        for passage, reading in zip(passages, readings, strict=True)
    }


def to_tuple(statement: Statement, text: str) -> Tuple:
    """Return a statement as the words of its spans; a qualifier with the preposition before it."""
    arguments = [text[slice(*statement.subject_span)], text[slice(*statement.object_span)]]
    for qualifier in statement.qualifiers:
        arguments.append(
            _preposition_before(text, qualifier.start) + text[qualifier.start : qualifier.end]
        )
    return Tuple(_predicate(statement), arguments, statement.confidence)


def _predicate(statement: Statement) -> str:
    """Return the words between subject and object of the line that a statement is read as."""
    line = statement.text.removeprefix(statement.subject.name)
    return line.partition(name_of(statement.object))[0].strip() or statement.relation


def _preposition_before(text: str, at: int) -> str:
    words = text[:at].split(" ")
    kept: list[str] = []
    for word in reversed(words[:-1]):
        if word.casefold() not in PREPOSITIONS or len(kept) == 2:
            break
        kept.append(word)
    return "".join(f"{word} " for word in reversed(kept))


def match(gold: Tuple, predicted: Tuple) -> tuple[float, float]:
    """Return precision and recall of the words of a predicted tuple."""
    straight = _match_words(gold, predicted.predicate, predicted.arguments)
    if not any(word in gold.predicate for word in SAYING):
        return straight
    first, *others = predicted.arguments
    turned = _match_words(gold, predicted.predicate, [" ".join(others), first])
    return max(straight, turned)


def _match_words(gold: Tuple, predicate: str, arguments: list[str]) -> tuple[float, float]:
    wanted = [gold.predicate, *_in_two(gold.arguments)]
    given = [predicate, *_in_two(arguments)]
    matches = [_count_shared(one, other) for one, other in zip(wanted, given, strict=False)]
    predicted_words = given[0].split()
    if "be" in predicted_words and "be" not in wanted[0].split():
        matches[0] += any(form in wanted[0].split() for form in FORMS_OF_BE)
    if not matches[0] or len(given) < len(wanted):
        return 0.0, 0.0
    shared = sum(matches)
    given_words = sum(len(part.split()) for part in given[: len(wanted)])
    return shared / given_words, shared / sum(len(part.split()) for part in wanted)


def _in_two(arguments: list[str]) -> list[str]:
    return [arguments[0], " ".join(arguments[1:])] if len(arguments) > 1 else arguments


def _count_shared(one: str, other: str) -> int:
    return (Counter(one.split()) & Counter(other.split())).total()


class Point(NamedTuple):
    """Precision and recall of the tuples from a confidence on."""

    confidence: float
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def draw_curve(gold: Tuples, predicted: Tuples) -> list[Point]:
    """Return a point for each confidence, the lowest first."""
    thresholds = sorted({item.confidence for items in predicted.values() for item in items})
    sums = {threshold: [0.0, 0.0, 0.0, 0.0] for threshold in thresholds}
    for key, wanted in gold.items():
        given = predicted.get(key, [])
        scores = [[match(one, other) for other in given] for one in wanted]
        for threshold in thresholds:
            kept = [n for n, item in enumerate(given) if item.confidence >= threshold]
            sums[threshold][0] += _matched_precision(scores, kept)
            sums[threshold][1] += len(kept)
            sums[threshold][2] += sum(max((row[n][1] for n in kept), default=0) for row in scores)
            sums[threshold][3] += len(wanted)
    return [
        Point(threshold, precision / max(n, 1), recall / max(m, 1))
        for threshold, (precision, n, recall, m) in sums.items()
    ]


def _matched_precision(scores: list[list[tuple[float, float]]], kept: list[int]) -> float:
    """Return the sum of precisions of a one-to-one matching, the best pairs first."""
    pairs = sorted(
        ((row[n][0], -i, -n) for i, row in enumerate(scores) for n in kept), reverse=True
    )
    rows, columns, total = set(), set(), 0.0
    for precision, i, n in pairs:
        if i not in rows and n not in columns:
            rows.add(i)
            columns.add(n)
            total += precision
    return total


def area_under(curve: list[Point]) -> float:
    """Return the area under precision over recall, with the point (precision 1, recall 0)."""
    points = [*((p.recall, p.precision) for p in curve), (0.0, 1.0)]
    return sum((a[0] - b[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(points))


def summarise(name: str, gold: Tuples, predicted: Tuples) -> dict[str, float | str | int]:
    curve = draw_curve(gold, predicted)
    best = max(curve, key=lambda point: point.f1)
    return {
        "extractor": name,
        "tuples": sum(len(items) for items in predicted.values()),
        "precision": round(best.precision, 3),
        "recall": round(best.recall, 3),
        "f1": round(best.f1, 3),
        "auc": round(area_under(curve), 3),
        "from_confidence": best.confidence,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="folder with carb_dev_*.gz")
    parser.add_argument("--limit", type=int, help="sentences to read; all by default")
    asked = parser.parse_args()
    sentences = load_lines(asked.folder / "carb_dev_sentences.txt.gz")[: asked.limit]
    gold = load_gold(asked.folder)
    read = {key_of(sentence) for sentence in sentences}
    gold = {key: tuples for key, tuples in gold.items() if key in read}
    rows = [
        summarise("OpenIE 5", gold, load_openie5(asked.folder)),
        summarise("spacy", gold, read_tuples(sentences)),
    ]
    print_table(rows)
    if asked.limit is None:
        print(write_result("carb", rows))


if __name__ == "__main__":
    main()

"""Training items: a question or claim beside a passage, with what each head should say of them.

The sets are files of lines of JSON, each with its `split`: span sets (question, context, answers),
claims (premise, hypothesis, label), relevance (query, positive, negatives), and the multi-hop data
sets, of whose questions only those are taken that stand in the training half by either division
in use: in the first half of the file, and at an even place. Questions of several hops, and those
composed of two, stand beside each passage, or beside what leads on and what answers in one text.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from kgplatform.models.reading_heads.heads import Support
from kgplatform.training.heads.composed import Hop, compose, cut_around, join
from kgplatform.training.heads.negatives import find_names, find_nearest, swap_name

__all__ = [
    "LABELS",
    "MAX_ANSWER_WORDS",
    "NO_TARGET",
    "SOURCES",
    "Item",
    "Source",
    "mix",
    "read_items",
    "read_rows",
]

Split = Literal["train", "valid"]

NO_TARGET = -1
MAX_ANSWER_WORDS = 30
"""Longer answers are clauses, which a reader that quotes an answer does not want."""
PACKED = 5
"""Passages of one sentence are put together with others of their article, up to so many."""
NEAR_NEGATIVES = 0.4
"""Share of answerable questions that come again beside the nearest passage without the answer."""
OTHER_NAMES = 0.3
"""Share of those that come again beside their passage, asked of another name or number."""
FOREIGN_PREMISES = 0.1
"""Share of claims that come again beside the premise of another."""
BROKEN = 0.4
"""Share of questions of several hops that come again with one of the passages foreign."""

LABELS = {
    "entailment": Support._fields.index("states"),
    "yes": Support._fields.index("states"),
    "neutral": Support._fields.index("not_mentioned"),
    "contradiction": Support._fields.index("contradicts"),
    "no": Support._fields.index("contradicts"),
}


@dataclass(frozen=True, slots=True)
class Item:
    """A question or claim beside a passage.

    Attributes:
        span: of characters; () where there is no answer, None where that is not known.
        support: place of the label in Support, or -1.
        relevance: 1, 0, or -1 where it is not known.
    """

    source: str
    question: str
    passage: str
    span: tuple[int, int] | tuple[()] | None = None
    support: int = NO_TARGET
    relevance: int = NO_TARGET


@dataclass(frozen=True, slots=True)
class Source:
    """A set: its kind, how many items of it a pass has at most, how often each comes.

    Attributes:
        titled: whether titles are names, which then stand above every second passage.
    """

    kind: Literal["span", "claim", "relevance", "hops", "composed"]
    most: int | None = None
    times: int = 1
    titled: bool = False


SOURCES = {
    "squad_dev": Source("span", titled=True),
    "squad_train_sample": Source("span"),
    "squad_train_routerlens": Source("span"),
    "nq_oracle": Source("span", titled=True),
    "qed_nq_dev": Source("span"),
    "mlqa_dev_en": Source("span", titled=True),
    "timeqa_human": Source("span"),
    "qamr": Source("span", most=6000),
    "cuad_short": Source("span", times=2),
    "cuad_clause": Source("span", most=4000),
    "tatqa": Source("span", times=2),
    "bioasq": Source("span", times=2),
    "covidqa": Source("span", times=2),
    "clapnq_unanswerable": Source("span"),
    "unanswerable_mined": Source("span"),
    "nli_mnli": Source("claim"),
    "nli_fm2": Source("claim"),
    "nli_cuad": Source("claim", most=3000),
    "yesno_boolq": Source("claim"),
    "yesno_bioasq": Source("claim"),
    "rel_wiki_passages": Source("relevance", most=2000),
    "rel_squad_sentence": Source("relevance", most=1500),
    "rel_medquad": Source("relevance", most=1500),
    "rel_bioasq": Source("relevance", most=1500),
    "rel_selqa": Source("relevance", most=2000),
    "rel_cuad": Source("relevance", most=2000),
    "rel_qmsum": Source("relevance", most=1500),
    "hotpotqa": Source("hops", times=4),
    "2wikimultihopqa": Source("hops", times=4),
    "musique": Source("hops", times=4),
    "composed": Source("composed", times=3),
}
"""By file name. Documents of organisations and questions of several hops come more than once."""


def read_items(
    data: Path, split: Split = "train", *, seed: int = 0, sources: Iterable[str] = SOURCES
) -> dict[str, list[Item]]:
    """Return the items of each set, in an order of chance that the seed gives.

    Args:
        data: a folder with the multi-hop data sets, and the others in its folder `reading`.
    """
    found: dict[str, list[Item]] = {}
    for name in sources:
        source = SOURCES[name]
        generator = random.Random(f"{seed} {name}")
        rows = _read_split(data, name, split)
        items = list(_MAKERS[source.kind](name, rows, generator))
        generator.shuffle(items)
        found[name] = items[: source.most]
    return found


def _read_split(data: Path, name: str, split: Split) -> list[dict[str, Any]]:
    kind = SOURCES[name].kind
    if kind == "composed":
        spans = (n for n, source in SOURCES.items() if source.kind == "span")
        return [row | {"set": n} for n in spans for row in _read_split(data, n, split)]
    rows = read_rows((data if kind == "hops" else data / "reading") / f"{name}.jsonl.gz")
    if kind == "hops":
        return rows[: len(rows) // 2 : 2] if split == "train" else []
    return [row for row in rows if row["split"] == split]


def mix(items: dict[str, list[Item]], *, seed: int = 0) -> list[Item]:
    """Return the items of all sets in one order, any beginning of which has each set's share."""
    generator = random.Random(seed)
    placed: list[tuple[float, int, Item]] = []
    for name, own in items.items():
        for turn in range(SOURCES[name].times):
            shift = turn / SOURCES[name].times
            for number, item in enumerate(own):
                at = ((number + generator.random()) / len(own) + shift) % 1
                placed.append((at, len(placed), item))
    return [item for _, _, item in sorted(placed, key=lambda each: each[:2])]


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a set, both splits."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _span_items(name: str, rows: list[dict[str, Any]], generator: random.Random) -> Iterator[Item]:
    by_title: dict[str, dict[str, None]] = defaultdict(dict)
    for row in rows:
        by_title[_article(name, row)][row["context"]] = None
    contexts = {title: list(own) for title, own in by_title.items()}
    titles = {text: title for title, own in contexts.items() for text in own}
    near = find_nearest(rows, titles, partial(_article, name))
    names = [found for row in rows for found in find_names(row["question"])]

    def headed(item: Item, title: str) -> Item:
        is_headed = SOURCES[name].titled and generator.random() < 1 / 2
        return _under(title.replace("_", " "), item) if is_headed else item

    for row, nearest in zip(rows, near, strict=True):
        answers, title = row["answers"], _article(name, row)
        if not answers:
            yield headed(Item(name, row["question"], row["context"], ()), title)
            continue
        answer = answers[0]
        if len(answer["text"].split()) > MAX_ANSWER_WORDS:
            continue
        span = answer["start"], answer["start"] + len(answer["text"])
        item = Item(name, row["question"], row["context"], span, relevance=1)
        item = _packed(item, contexts[title], generator) if name == "qamr" else item
        yield headed(item, title)
        if nearest and generator.random() < NEAR_NEGATIVES:
            other = generator.choice(nearest)
            yield headed(Item(name, row["question"], other, (), relevance=0), titles[other])
        if generator.random() < OTHER_NAMES:
            question = swap_name(row["question"], item.passage, names, generator)
            if question:
                yield headed(Item(name, question, item.passage, (), relevance=0), title)


def _article(name: str, row: dict[str, Any]) -> str:
    """Return what document a row is of; titles in QAMR are those of sentences."""
    title = str(row["title"])
    return title.rsplit(":", 2)[0] if name == "qamr" else title


def _packed(item: Item, sentences: list[str], generator: random.Random) -> Item:
    """Return an item whose passage has some sentences around the one that answers."""
    others = [text for text in sentences if text != item.passage]
    own = generator.sample(others, min(generator.randrange(PACKED), len(others)))
    place = generator.randint(0, len(own))
    before = "".join(f"{text} " for text in own[:place])
    start, end = item.span or (0, 0)
    return replace(
        item,
        passage=" ".join([*own[:place], item.passage, *own[place:]]),
        span=(start + len(before), end + len(before)),
    )


def _under(title: str, item: Item) -> Item:
    """Return an item whose passage has its title above it, as a passage of a graph has."""
    passage, before = f"{title}\n{item.passage}", len(title) + 1
    if not item.span:
        return replace(item, passage=passage)
    start, end = item.span
    return replace(item, passage=passage, span=(start + before, end + before))


def _claim_items(name: str, rows: list[dict[str, Any]], generator: random.Random) -> Iterator[Item]:
    foreign = LABELS["neutral"]
    for row in rows:
        yield Item(name, row["hypothesis"], row["premise"], support=LABELS[row["label"]])
        other = generator.choice(rows)["premise"]
        if generator.random() < FOREIGN_PREMISES and other != row["premise"]:
            yield Item(name, row["hypothesis"], other, support=foreign)


def _relevance_items(
    name: str, rows: list[dict[str, Any]], generator: random.Random
) -> Iterator[Item]:
    for row in rows:
        if not row["negatives"]:
            continue
        yield Item(name, row["query"], row["positive"], relevance=1)
        yield Item(name, row["query"], generator.choice(row["negatives"]), relevance=0)


def _hop_items(name: str, rows: list[dict[str, Any]], generator: random.Random) -> Iterator[Item]:
    """Yield each question beside its gold paragraphs and as many others."""
    for row in rows:
        gold = [p for p in row["paragraphs"] if p["is_supporting"]]
        others = [p for p in row["paragraphs"] if not p["is_supporting"]]
        for paragraph in gold:
            text = _paragraph_text(paragraph)
            span = None if "comparison" in (row.get("type") or "") else _find(row["answer"], text)
            yield Item(name, row["question"], text, span, relevance=1)
        for paragraph in generator.sample(others, min(len(gold), len(others))):
            text = _paragraph_text(paragraph)
            span = None if _find(row["answer"], text) else ()
            yield Item(name, row["question"], text, span, relevance=0)
        yield from _single_hops(name, row)
        yield from _chains(name, row, gold, others, generator)


def _chains(
    name: str,
    row: dict[str, Any],
    gold: list[dict[str, Any]],
    others: list[dict[str, Any]],
    generator: random.Random,
) -> Iterator[Item]:
    """Yield a question of two hops or more beside its gold paragraphs in one text.

    With another in the place of what leads on, the text shows no answer.
    """
    answer = row["answer"]
    holding = [p for p in gold if _find(answer, _paragraph_text(p))]
    leading = [p for p in gold if p not in holding]
    if len(holding) != 1 or not leading or "comparison" in (row.get("type") or ""):
        return
    told = _paragraph_text(holding[0])
    led = [_paragraph_text(paragraph) for paragraph in leading]
    for texts in ([*led, told], [told, *led]):
        text = "\n".join(texts)
        yield Item(name, row["question"], text, _find(answer, text))
    foreign = [p for p in others if not _find(answer, _paragraph_text(p))]
    if foreign and generator.random() < 2 * BROKEN:
        other = _paragraph_text(generator.choice(foreign))
        kept = generator.choice([told, *led])
        yield Item(name, row["question"], "\n".join(generator.sample([other, kept], 2)), ())


def _composed_items(
    name: str, rows: list[dict[str, Any]], generator: random.Random
) -> Iterator[Item]:
    hops = []
    for row in rows:
        if row["answers"] and len(row["answers"][0]["text"].split()) <= MAX_ANSWER_WORDS:
            answer, title = row["answers"][0], row["title"].replace("_", " ")
            end = answer["start"] + len(answer["text"])
            is_titled = SOURCES[row["set"]].titled
            hop = Hop(row["question"], row["context"], answer["start"], end, title * is_titled)
            hops.append(hop)
    for made in compose(hops, generator):
        yield Item(name, made.question, *join(made.first, made.second, generator))
        if generator.random() < BROKEN:
            kept = generator.choice((made.first, made.second))
            texts = [cut_around(hop, generator)[0] for hop in (kept, generator.choice(hops))]
            if not _find(made.second.answer, texts[1]):
                text = "\n".join(generator.sample(texts, 2))
                yield Item(name, made.question, text, ())


def _single_hops(name: str, row: dict[str, Any]) -> Iterator[Item]:
    """Yield the steps of a question that name what they ask about, beside their paragraphs."""
    for step in row.get("question_decomposition", ()):
        if "#" not in step["question"]:
            text = _paragraph_text(row["paragraphs"][step["paragraph_support_idx"]])
            if span := _find(step["answer"], text):
                question = step["question"].replace(" >> ", ": ")
                yield Item(name, question, text, span, relevance=1)


def _paragraph_text(paragraph: dict[str, Any]) -> str:
    text = paragraph.get("text") or "".join(
        sentence if sentence.startswith(" ") else f" {sentence}"
        for sentence in paragraph["sentences"]
    )
    return f"{paragraph['title']}\n{text.strip()}"


def _find(answer: str, text: str) -> tuple[int, int] | tuple[()]:
    found = re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", text, re.IGNORECASE)
    return found.span() if found else ()


_MAKERS = {
    "span": _span_items,
    "claim": _claim_items,
    "relevance": _relevance_items,
    "hops": _hop_items,
    "composed": _composed_items,
}

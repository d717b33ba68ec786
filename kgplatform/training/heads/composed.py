"""Questions of two hops, made of two of one hop each, beside both passages.

"Where was Colin Archer born?" and "Who designed the Fram?", which has that answer, give "Where was
the person who designed the Fram born?" (Trivedi et al. 2022, "MuSiQue", section 3, composes so by
hand). English is made roughly, by auxiliaries alone; what a reader learns is to find the first
answer in one passage and what is told of it in the other, and that one without the other is none.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

__all__ = ["Composed", "Hop", "compose", "cut_around", "join"]

MOST_OF_NAME = 12
"""Questions made over one first answer, so that "China" is not in each."""
MOST_SENTENCES = 5
"""Of a passage, of which a stretch around the answer is kept: as passages of a graph are cut."""
AUXILIARY = (
    "is|was|are|were|be|been|did|do|does|has|have|had|can|could|will|would|may|might|shall|should|"
    "must"
)
NAME = r"[A-Z][\w.'’&-]*(?: (?:(?:of|the|de|von|van) )?[A-Z][\w.'’&-]*){0,4}"
WHO = re.compile(rf"Who (?P<said>(?!(?:{AUXILIARY})\b)[a-z]+ .*?)\W*", re.IGNORECASE)
WHO_IS = re.compile(r"Who (?P<said>(?:is|was|has|had) (?!the\b|a\b|an\b)[a-z]+ .*?)\W*", re.I)
WHICH = re.compile(
    rf"(?:What|Which) (?P<noun>(?!(?:{AUXILIARY}|kind|type|sort|of)\b)[a-z]+)"
    rf" (?P<said>(?!of\b)[a-z]+ .*?)\W*",
    re.IGNORECASE,
)
IS_THE = re.compile(r"(?:Who|What|Which) (?:is|was|are|were) (?P<noun>the [a-z].*?)\W*", re.I)
ASKS_BACK = re.compile(r" (?:did|do|does)\b|^(?:did|do|does)\b")
FULL_NAME = re.compile(NAME)
IN_QUESTION = re.compile(rf"(?<=[a-z,] )(?:the )?(?P<name>{NAME})")
ENDS_NAME = re.compile(
    rf"\W*$|['’]s?\b|,|\s(?:{AUXILIARY}|of|in|on|at|by|for|from|to|with|and|or|as|after|before|"
    r"during|that|which|who|when|where|born|die|play|win|get|make|become|[a-z]+ed)\b"
)
SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“(])")


class Hop(NamedTuple):
    """A question of one hop with its passage and the answer's characters in it."""

    question: str
    passage: str
    start: int
    end: int
    title: str = ""

    @property
    def answer(self) -> str:
        """Return the answer's text."""
        return self.passage[self.start : self.end]


class Composed(NamedTuple):
    """A question of two hops: what leads on is in the first, the answer in the second."""

    question: str
    first: Hop
    second: Hop


def compose(hops: Sequence[Hop], generator: random.Random) -> Iterator[Composed]:
    """Yield questions made of two hops of different passages."""
    by_answer: dict[str, list[tuple[str, Hop]]] = defaultdict(list)
    for hop in hops:
        described = _describe(hop.question)
        if described and FULL_NAME.fullmatch(hop.answer):
            by_answer[hop.answer].append((described, hop))
    by_name: dict[str, list[tuple[str, Hop, str]]] = defaultdict(list)
    for hop in hops:
        for found in IN_QUESTION.finditer(hop.question):
            before, after = hop.question[: found.start()], hop.question[found.end() :]
            if found["name"] in by_answer and ENDS_NAME.match(after):
                by_name[found["name"]].append((before, hop, after))
    for name, asked in by_name.items():
        generator.shuffle(asked)
        made = 0
        for before, second, after in asked:
            described, first = generator.choice(by_answer[name])
            if first.passage != second.passage and second.answer != name:
                made += 1
                yield Composed(f"{before}{described}{after}", first, second)
            if made == MOST_OF_NAME:
                break


def join(first: Hop, second: Hop, generator: random.Random) -> tuple[str, tuple[int, int]]:
    """Return two passages as one text, in either order, and where the answer of the second is."""
    led, _ = cut_around(first, generator)
    told, (start, end) = cut_around(second, generator)
    if generator.random() < 1 / 4:
        return f"{told}\n{led}", (start, end)
    before = len(led) + 1
    return f"{led}\n{told}", (start + before, end + before)


def cut_around(hop: Hop, generator: random.Random) -> tuple[str, tuple[int, int]]:
    """Return some sentences of a passage that hold the answer, below the title, with its place."""
    ends = [0, *(m.end() for m in SENTENCE_END.finditer(hop.passage)), len(hop.passage)]
    own = max(n for n, end in enumerate(ends[:-1]) if end <= hop.start)
    first = max(own - generator.randrange(MOST_SENTENCES - 1), 0)
    last = min(first + generator.randint(1, MOST_SENTENCES), len(ends) - 1)
    start, end = ends[first], max(ends[max(last, own + 1)], hop.end)
    head = f"{hop.title}\n" if hop.title else ""
    shift = len(head) - start
    return head + hop.passage[start:end], (hop.start + shift, hop.end + shift)


def _describe(question: str) -> str:
    """Return a noun phrase for what a question asks for; empty where it is asked otherwise."""
    question = question.strip()
    if found := WHO.fullmatch(question) or WHO_IS.fullmatch(question):
        return "" if ASKS_BACK.search(found["said"]) else f"the person who {found['said']}"
    if found := IS_THE.fullmatch(question):
        return str(found["noun"])
    found = WHICH.fullmatch(question)
    if found and not ASKS_BACK.search(found["said"]):
        return f"the {found['noun']} that {found['said']}"
    return ""

"""The order in which the answer's paragraphs are needed, from what a published record says.

H1-R and H2-R (DivKnowQA, section 4.1) ask for each hop of a question by itself, and no data set
of documents says outright which paragraph comes first. Each function here returns the numbers of
paragraphs hop by hop, or nothing where its record leaves the order open: a guessed order would
measure the guess.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from kgplatform.evaluate.metrics import normalize_answer

__all__ = ["Hops", "order_by_answer", "order_by_decomposition", "order_by_evidences"]

Hops = tuple[tuple[int, ...], ...]
"""Numbers of paragraphs, hop by hop; those of one hop do not wait for one another."""

REFERENCE = re.compile(r"#(\d+)")  # MuSiQue: "#1" stands for the answer of the first step
DISAMBIGUATION = re.compile(r"\s*\([^()]*\)$")


def order_by_decomposition(steps: Sequence[Mapping[str, Any]]) -> Hops:
    """Order MuSiQue's steps by what they wait for: "#n" in a step's question is step n's answer.

    Args:
        steps: `question_decomposition`: {question, paragraph_support_idx} each.

    Returns:
        The paragraphs of the steps that wait for nothing, then of those that wait for these, …
    """
    levels: list[int] = []
    for step in steps:
        named = [int(number) for number in REFERENCE.findall(step["question"])]
        waits_for = [levels[n - 1] for n in named if 1 <= n <= len(levels)]
        levels.append(1 + max(waits_for, default=0))
    return tuple(
        tuple(
            step["paragraph_support_idx"]
            for step, own in zip(steps, levels, strict=True)
            if own == level
        )
        for level in sorted(set(levels))
    )


def order_by_evidences(evidences: Sequence[Sequence[str]], titles: Mapping[int, str]) -> Hops:
    """Order 2WikiMultihopQA's gold paragraphs as its chain of triples: each is of a subject's page.

    Args:
        evidences: (subject, relation, object) each, in the order of reasoning.
        titles: of the gold paragraphs, by number.

    Returns:
        One paragraph a hop; a subject named unlike its page takes the one page that is left.
    """
    pages = [_find_page(subject, titles) for subject, _, _ in evidences]
    left = [number for number in titles if number not in pages]
    if pages.count(None) == 1 and len(left) == 1:
        pages[pages.index(None)] = left[0]
    found = [page for page in pages if page is not None]
    if len(found) < len(pages) or sorted(found) != sorted(titles):
        return ()
    return tuple((page,) for page in found)


def order_by_answer(answer: str, texts: Mapping[int, str]) -> Hops:
    """Put the one paragraph that holds the answer last, of two (HotpotQA's bridge questions).

    Where both hold it, either may come first: the answer is then often what the paragraphs share
    (HotpotQA, section 2, "intersection" questions).

    Args:
        answer: as published.
        texts: title and text of the gold paragraphs, by number.
    """
    wanted = f" {normalize_answer(answer)} "
    holding = [number for number, text in texts.items() if wanted in f" {normalize_answer(text)} "]
    others = [number for number in texts if number not in holding]
    if not wanted.strip() or len(holding) != 1 or len(others) != 1:
        return ()
    return ((others[0],), (holding[0],))


def _find_page(subject: str, titles: Mapping[int, str]) -> int | None:
    matches = [n for n, title in titles.items() if _bare_name(title) == _bare_name(subject)]
    return matches[0] if len(matches) == 1 else None


def _bare_name(title: str) -> str:
    return DISAMBIGUATION.sub("", title).strip().casefold()

"""Questions beside passages that do not answer them, though much in them looks as if they did.

Passages that a search finds are near to the question by their words, whether they answer it or
not (Karpukhin et al. 2020, "Dense Passage Retrieval", section 3.2, trains on such negatives); and
a question for another ship, year or contract than the passage is of looks like one that it answers.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

__all__ = ["find_names", "find_nearest", "swap_name"]

NEAREST = 3
NAMES = re.compile(
    r"(?<=[a-z,] )[A-Z][\w'’&-]*(?: (?:of |the |and )?[A-Z][\w'’&-]*)*|\b\w*\d[\w,./-]*\b"
)
"""Names after the first word of a question, numbers and codes."""
BATCH = 512


def find_nearest(
    rows: Sequence[dict[str, Any]], titles: Mapping[str, str], title_of: Callable[[Any], str]
) -> Iterator[list[str]]:
    """Yield for each question the passages nearest by TF-IDF that hold none of its answers.

    They are of its own document where it names nothing: any contract may answer "Who is the
    landlord?".

    Args:
        rows: with `question`, `context` and `answers`.
        titles: the passages to choose from, each with its document's.
        title_of: gives a row's.
    """
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectorizer = TfidfVectorizer(sublinear_tf=True, dtype=np.float32)
    passages = list(titles)
    matrix = vectorizer.fit_transform(passages).T.tocsr()
    folded = [passage.casefold() for passage in passages]
    asked = vectorizer.transform([row["question"] for row in rows])
    for first in range(0, len(rows), BATCH):
        scores = (asked[first : first + BATCH] @ matrix).toarray()
        each = min(4 * NEAREST, scores.shape[1])
        best = np.argpartition(-scores, each - 1, axis=1)[:, :each]
        for row, own, places in zip(rows[first : first + BATCH], scores, best, strict=True):
            held = [answer["text"].casefold() for answer in row["answers"]]
            title = (
                ""
                if any(name[0].isupper() for name in find_names(row["question"]))
                else title_of(row)
            )
            found = [
                passages[n]
                for n in sorted(places, key=lambda place: (-own[place], place))
                if passages[n] != row["context"] and (not title or titles[passages[n]] == title)
                if not any(text in folded[n] for text in held)
            ]
            yield found[:NEAREST]


def find_names(question: str) -> list[str]:
    """Return the names, numbers and codes of a question."""
    return NAMES.findall(question)


def swap_name(
    question: str, passage: str, others: Sequence[str], generator: random.Random
) -> str | None:
    """Return a question of another name or number than those in a passage; None where it has none.

    Args:
        others: names and numbers of other questions, one of which takes the place.
    """
    folded = passage.casefold()
    own = [name for name in find_names(question) if name.casefold() in folded]
    if not own or not others:
        return None
    name = generator.choice(own)
    is_number = any(map(str.isdigit, name))
    for other in generator.choices(others, k=20):
        is_alike = any(map(str.isdigit, other)) == is_number
        if is_alike and other.casefold() not in folded:
            return question.replace(name, other, 1)
    return None

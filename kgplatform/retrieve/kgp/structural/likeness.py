"""How well the words of a topic fit the name and content of a part: by words, then by meaning."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import Indel

from kgplatform.models.embedding import Embedder
from kgplatform.retrieve.kgp.structural.labels import strip_label
from kgplatform.retrieve.kgp.structural.outlines import Part
from kgplatform.text.names import iterate_tokens

__all__ = ["content_words", "score_parts", "share_of_words"]

NAME_WEIGHT, HEAD_WEIGHT, BODY_WEIGHT = 1.0, 0.9, 0.5
"""A word counts most in a caption or heading, next in a table's first rows, least below."""
HEAD_ROWS = 4  # lines of Markdown: the header, its rule, and rows under merged headers
FIT_WEIGHT = (
    0.1  # of the share of a name's words that the topic has: "Weight", not "Diet and weight"
)
MEANING_WEIGHT = 0.25  # of the cosine next to the words: it separates equals and knows synonyms
MAX_EMBEDDED = 40  # names embedded a question, a few milliseconds each
MIN_WORD_LIKENESS = 0.85  # of two words that differ by a slip of the pen
MIN_FUZZY_CHARS = 5

STOP_WORDS = frozenset(
    "a about above according after all also an and any are as at based be been below between both "
    "briefly but by can column columns compare contain contained contains could cover covers data "
    "describe describes detail details difference differences discuss discussed do document does "
    "each entitled every "
    "explain figure figures find for from full further get give given gives giving has have head "
    "header headers heading headings how i in include included includes including information "
    "into is it its "
    "key kind label labelled list listed listing lists main many me mean means message much name "
    "named no number of on one or our page pages part please point points present presented "
    "presents put read report row rows say says section sections see show showing shown shows "
    "some state stated states subject summarise summarize summary table tables tell tells text "
    "that the their them there these they this those title titled titles to topic topics under "
    "use used uses value values was were what when where which who whose why will with within "
    "would written you your".split()
)
"""Words by which people ask, and the names of parts: they say nothing of what is asked about."""

PLURAL = re.compile(r"(?<=\w\w)(?:ies|(?<![siu])s)$")


def content_words(text: str) -> list[str]:
    """Return the words of a text that say what it is about: folded, in the singular, in order."""
    forms = (token.form for token in iterate_tokens(text))
    return [_singular(form) for form in forms if form not in STOP_WORDS]


def _singular(form: str) -> str:
    return PLURAL.sub(lambda ending: "y" if ending[0] == "ies" else "", form)


def share_of_words(words: Sequence[str], weights: Mapping[str, float]) -> float:
    """Return the mean weight of words, 0 for those without one; spelling slips are allowed for."""
    if not words:
        return 0.0
    return sum(_weight(word, weights) for word in words) / len(words)


def _weight(word: str, weights: Mapping[str, float]) -> float:
    if word in weights:
        return weights[word]
    if len(word) < MIN_FUZZY_CHARS or word.isdigit():
        return 0.0
    found = process.extractOne(
        word, list(weights), scorer=Indel.normalized_similarity, score_cutoff=MIN_WORD_LIKENESS
    )
    return weights[found[0]] if found else 0.0


def score_parts(topic: str, parts: Sequence[Part], *, embedder: Embedder) -> list[float]:
    """Return how well each part fits a topic, higher is better; 0 where no word fits.

    The share of the topic's words that stand in the part, rare ones counting more, plus a tenth of
    the share of the name's words that stand in the topic and a quarter of the cosine of topic and
    name; a name that stands in the topic word for word counts fully.
    """
    words = content_words(topic)
    weights = [_part_weights(part) for part in parts]
    rarity = _rarity(words, weights)
    total = sum(rarity.values())
    scores = [
        sum(rarity[word] * _weight(word, known) for word in rarity) / total if total else 0.0
        for known in weights
    ]
    phrase = " ".join(token.form for token in iterate_tokens(topic))
    asked = dict.fromkeys(words, FIT_WEIGHT)
    for at, part in enumerate(parts):
        if _stands_in(part.name, phrase):
            scores[at] = max(scores[at], NAME_WEIGHT)
        if scores[at] > 0:
            scores[at] += share_of_words(content_words(strip_label(part.name)), asked)
    return _add_meaning(topic, parts, scores, embedder)


def _part_weights(part: Part) -> dict[str, float]:
    """Return the words of a part, each with the weight of the best place it stands in."""
    lines = part.text.split("\n")
    places = (
        ("\n".join(lines[HEAD_ROWS:]), BODY_WEIGHT),
        ("\n".join(lines[:HEAD_ROWS]), HEAD_WEIGHT),
        (part.name, NAME_WEIGHT),
    )
    return {word: weight for text, weight in places for word in content_words(text)}


def _rarity(words: Sequence[str], weights: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return each word's inverse document frequency among the parts."""
    counts = Counter(word for known in weights for word in set(words) if _weight(word, known) > 0)
    return {word: math.log(1 + (1 + len(weights)) / (1 + counts[word])) for word in words}


def _stands_in(name: str, phrase: str) -> bool:
    """Whether a name of several words stands in a phrase word for word, but for its number."""
    plain = strip_label(name)
    forms = [token.form for token in iterate_tokens(plain)]
    is_distinctive = len(forms) > 1 and bool(content_words(plain))
    return is_distinctive and f" {' '.join(forms)} " in f" {phrase} "


def _add_meaning(
    topic: str, parts: Sequence[Part], scores: Sequence[float], embedder: Embedder
) -> list[float]:
    """Add the cosine of topic and name to the scores of the parts that some word fits."""
    fitting = sorted((at for at, s in enumerate(scores) if s > 0), key=lambda at: -scores[at])
    shown = fitting[:MAX_EMBEDDED]
    added = list(scores)
    if not shown:
        return added
    names = [parts[at].name or parts[at].text.split("\n", 1)[0] for at in shown]
    cosines = embedder.embed_passages(names) @ embedder.embed_queries([topic])[0]
    for at, cosine in zip(shown, np.maximum(cosines, 0.0).tolist(), strict=True):
        added[at] += MEANING_WEIGHT * cosine
    return added

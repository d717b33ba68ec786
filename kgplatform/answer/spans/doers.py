"""Questions for whoever does what their verb says: "Which services depend on X?".

In the plural all sentences that say the same have an answer each, and one of them alone is not the
answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgplatform.answer.spans.candidates import Candidate, asks_for_several, widen_to_list
from kgplatform.question.analysis import SPAN, Asked
from kgplatform.text.words import STOP_WORDS, content_stems, fold, stem

__all__ = ["gather_doers"]

ASKED = re.compile(r"^(?:which|what) (?P<words>(?:[a-z-]+ ){2,4})", re.IGNORECASE)
BY = re.compile(r"\bby (?:the |an? )?$", re.IGNORECASE)


def _find_verb(asked: Asked) -> str:
    """Return the stem of the verb behind the noun that is asked for; empty where none is."""
    match = ASKED.match(asked.text)
    words = match["words"].split() if match and asked.kind == SPAN else []
    end = next((n for n, word in enumerate(words) if word in STOP_WORDS), len(words))
    if end < 2:
        return ""
    noun, verb = words[end - 2 : end]
    is_plural = noun.endswith("s") and not noun.endswith("ss")
    agrees = verb.endswith("ed") or verb.endswith("s") != is_plural
    return stem(verb) if agrees else ""


def gather_doers(
    asked: Asked, ranked: Sequence[tuple[Candidate, float]], least: float
) -> list[Candidate]:
    """Return the best candidate, with all that other sentences say the same of, each once.

    Args:
        asked: the question; of one for a single item the best alone is returned.
        ranked: candidates with their scores, best first; not empty.
        least: what a score has to reach.
    """
    best = ranked[0][0]
    is_list = widen_to_list(best) != (best.start, best.end)
    if is_list or not _find_verb(asked) or not asks_for_several(asked):
        return [best]
    wanted = {_find_verb(asked)} | content_stems(" ".join(asked.names))
    chosen = {fold(best.text): best}
    for candidate, score in ranked[1:]:
        is_other = all(candidate.sentence is not one.sentence for one in chosen.values())
        if score >= least and is_other and wanted <= candidate.sentence.stems:
            chosen.setdefault(fold(candidate.text), candidate)
    return list(chosen.values()) if wanted <= best.sentence.stems else [best]

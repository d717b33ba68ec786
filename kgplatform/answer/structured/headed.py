"""Reads what headings say: the date of a release, which release has a change.

"## 3.1.0 (2025-01-20)" says when 3.1.0 was released, and that what stands below is about 3.1.0. A
heading is in no passage's text: what is cited follows it, and names it as section.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgplatform.answer.citations import cite
from kgplatform.answer.evidence.documents import innermost_heading
from kgplatform.answer.numbered import SentenceSplitter, list_units
from kgplatform.answer.reading import Reading
from kgplatform.answer.structured.fields import FILLS
from kgplatform.question.analysis import SPAN, Asked
from kgplatform.question.synonyms import filed_under, filed_word
from kgplatform.records import Citation, Evidence, Step
from kgplatform.text.dates import find_dates

__all__ = ["read_heading"]

VERSION = re.compile(r"(?<![\w.-])v?\d+(?:\.\d+)+(?:-?[a-z]+\.?\d*)?(?![\w-])", re.IGNORECASE)
ASKS_WHICH = re.compile(r"\b(?:which|what) (?:version|release)\b", re.IGNORECASE)
OF_RELEASE = frozenset(
    filed_word(word) for word in "version release released came come out ship shipped when".split()
)
"""Words of a question that a release's heading need not repeat."""

Found = tuple[str, Citation]


def read_heading(
    asked: Asked, evidence: Evidence, split_sentences: SentenceSplitter
) -> Reading | None:
    """Return the date or the version that a heading gives; None where none or several would do.

    Args:
        asked: the question.
        evidence: its passages are read, and no statement.
        split_sentences: of the passages' texts.
    """
    if asked.kind != SPAN or evidence.reads != "passages":
        return None
    if ASKS_WHICH.search(asked.text):
        found = list(_find_versions(asked, evidence, split_sentences))
    elif asked.answer_type == "DATE":
        found = list(_find_dates(asked, evidence))
    else:
        return None
    if len({answer for answer, _ in found}) != 1:
        return None
    answer, citation = found[0]
    stated = {"section": citation.section, "value": answer}
    return Reading(
        answer,
        abstained=False,
        reader="extractive",
        citations=(citation,),
        steps=(Step("read_heading", stated), Step("answer", {"citations": 1})),
    )


def _find_dates(asked: Asked, evidence: Evidence) -> Iterator[Found]:
    """Yield the date of each heading that has the version a question names."""
    versions = {match.group().casefold() for match in VERSION.finditer(asked.text)}
    names = VERSION.sub(" ", asked.text)
    wanted = frozenset(filed_under(names)) - OF_RELEASE - FILLS
    for passage in evidence.passages:
        heading = innermost_heading(passage)
        stated = {match.group().casefold() for match in VERSION.finditer(heading)}
        dates = find_dates(heading)
        is_of_it = versions and versions <= stated and len(dates) == 1
        if is_of_it and wanted <= frozenset(filed_under(passage.head)):
            yield heading[dates[0].start : dates[0].end], cite(passage, 0, len(passage.text))


def _find_versions(
    asked: Asked, evidence: Evidence, split_sentences: SentenceSplitter
) -> Iterator[Found]:
    """Yield the version of each heading under which a sentence says all that a question says."""
    wanted = frozenset(filed_under(asked.text)) - OF_RELEASE - FILLS
    for passage in evidence.passages:
        versions = VERSION.findall(innermost_heading(passage))
        if len(versions) != 1 or not wanted:
            continue
        for start, end in list_units(passage.text, split_sentences):
            stated = f"{passage.title} {passage.text[start:end]}"
            if wanted <= frozenset(filed_under(stated)):
                yield versions[0], cite(passage, start, end)

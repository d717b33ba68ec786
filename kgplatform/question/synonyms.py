"""Words by which people ask for what a document files under another: "Who runs it?", "Manager:".

Closed groups of everyday words; the first of a group stands for all. A question's words and a key's
are compared by what stands for them, else by their stems.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from kgplatform.text.words import STOP_WORDS, WORD, stem

__all__ = ["STAFF", "filed_under", "filed_word", "widen_staff"]

_GROUPS = """
manager manage manages managed managing runs; employee employees employed staff headcount personnel
workforce workers; hired hire hiring joined join employed_since; open opened opens opening
inaugurated; start starts started starting begin begins began begun commences commencement;
end ends ended ending expire expires expired expiry expiration; phone telephone tel hotline;
email mail emails; location located place venue situated based; duration last lasts lasted;
attendees present attended attend attending participants participated; owner own owns owned;
lead leads led leader leading; commander command commanded; author wrote written writer writes;
approved approve approval approver approves; prepared prepare prepares preparer; due deadline;
supplier supply supplies supplied vendor; customer client customers clients; price prices priced
cost costs fee rate charge; weight weigh weighs weighed mass; salary earn earns pay wage;
responsible responsibility; signed sign signature signatory; cause caused causes reason;
chair chaired chairs chairperson chairman chairwoman; delivery deliver delivers delivered;
released release releases publish published; audited auditor audit auditors audits;
version versions; size big large; renewed renew renewal renews; contact contacts;
installed install installation; built build construction constructed; founded established;
failure fail fails failed; assignee assigned assign assigns
"""


def _root(word: str) -> str:
    """Return the stem of a word's stem, and so on: of "delayed" and "delay" alike."""
    shorter = stem(word)
    return word if shorter == word else _root(shorter)


_STANDS_FOR = {
    _root(word): _root(group.split()[0]) for group in _GROUPS.split(";") for word in group.split()
}

STAFF = frozenset(
    stem(word)
    for word in "employee employ employs employed staff workforce personnel headcount".split()
)
"""Stems by which sentences say how many work somewhere: "it employs 320 people"."""

WRITTEN_APART = re.compile(r"\b(e(?=-mail)|head(?=[ -]count))[ -](mails?|counts?)\b", re.IGNORECASE)
"""Words that are also written as one."""


def filed_word(word: str) -> str:
    """Return what a word is compared by."""
    own = _root(word)
    return _STANDS_FOR.get(own, own)


def filed_under(text: str) -> tuple[str, ...]:
    """Return what the words of a text that carry meaning are compared by, in their order."""
    words = (
        match.group()
        for match in WORD.finditer(WRITTEN_APART.sub(lambda match: match[1] + match[2], text))
    )
    return tuple(filed_word(word) for word in words if word.casefold() not in STOP_WORDS)


def widen_staff(stems: Iterable[str]) -> frozenset[str]:
    """Return stems, and all of STAFF where one of them is there."""
    found = frozenset(stems)
    return found | STAFF if found & STAFF else found

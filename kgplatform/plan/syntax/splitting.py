"""Splits what a masked question asks of several entities into a question for each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from kgplatform.plan.language import INTERSECTION, UNION
from kgplatform.plan.syntax.asking import ask_for, clean
from kgplatform.plan.syntax.clauses import BE
from kgplatform.plan.syntax.masks import MASK
from kgplatform.plan.syntax.phrases import NOUNS, find_focus

__all__ = ["Split", "ask_phrase", "split_phrases", "split_question", "strip_request"]

CLASS = (
    r"(?:(?:the|a|an)\s+)?(?:(?:tv|television|science fiction|animated|short)\s+)?"
    r"(?:(?:movies?|films?|shows?|series|plays?|books?|novels?|songs?|albums?|games?|city|cities|"
    r"country|countries|states?|county|counties|compan(?:y|ies)|university|universities|bands?|"
    r"musicals?|person|people|actors?|singers?|teams?|awards?|works?|towns?|regions?)\s+)?"
    r"(?:titled\s+|called\s+|named\s+)?"
)
ONE = rf"{CLASS}\b{MASK}\b"
POSS = r"(?:'s|’s|'|’)?"
GROUP = re.compile(
    rf"(?P<cue>\b(?:both|either|each of|all of|all|between)\s+)?"
    rf"(?P<first>{ONE}){POSS}(?P<middle>(?:\s*,\s*{ONE}{POSS})*)\s*,?\s+"
    rf"(?P<join>and|or|as well as|along with|together with)\s+(?:also\s+)?"
    rf"(?P<last>{ONE})(?P<poss>{POSS})"
)
REQUEST = re.compile(
    r"^(?:(?:can|could|would) you (?:please )?|please )?(?:tell me|list|identify|name|"
    r"provide(?: me with)?|give me|find|enumerate|specify)\s+(?:(?:a|the) list of\s+)?"
    r"(?:all of\s+|all\s+)?(?:both\s+)?",
    re.IGNORECASE,
)
WHO_ARE_ALL = re.compile(r"^(?P<wh>who|what) are all (?:of )?the\b", re.IGNORECASE)
SHARING = (
    (re.compile(r"\b(?:shared|common) (?:between|by|among|to)\b"), "of"),
    (re.compile(r"\b(?:in common|at the same time|simultaneously|together)\b"), ""),
    (re.compile(r"\b(?:both|common|shared|same|also|respectively|mutual)\b\s*"), ""),
    (re.compile(r"\bbetween\b"), "of"),
    (re.compile(r"\bshare(?=\s*\?|\s*$)"), "have"),
    (re.compile(r"\bdid share\b"), "did have"),
    (re.compile(r"\btheir respective\b"), "the"),
)
JOINT = re.compile(
    r",?\s+(?:and|along with|as well as|together with|combined with)\s+(?:also\s+)?"
    r"(?:name\s+|list\s+)?"
    r"(?=(?:all\s+(?:of\s+)?)?(?:the|those|any|which|who|where|what|its|a|an|[a-z]+s)\b)"
)
HEAD_END = re.compile(
    r"(?:\s+(?:of|that|which|who|whose|where|in|for|from|within|on|by|to|at|with|associated|located|"
    r"contained|played|named|twinned|shared|bordering|sharing)\b|['’]s\s+\S+$)"
)
OWNER = re.compile(rf"^{MASK}['’]s\s+")
ALSO = re.compile(
    r",?\s+(?:and\s+)?(?:that|which|who|and)\s+(?:(?P<verb>is|are|was|were|has|have)\s+)?"
    r"(?:also|simultaneously)\s+"
)


@dataclass(frozen=True, slots=True)
class Split:
    """Questions whose answers a set operation puts together."""

    function: str
    questions: tuple[str, ...]


def strip_request(text: str) -> tuple[str, bool]:
    """Return what a request ("Can you list …") asks for, and whether it was one."""
    stripped = REQUEST.sub("", text, count=1)
    return (stripped, True) if stripped != text else (text, False)


def split_question(text: str, doc: Any, *, is_request: bool) -> Split | None:
    """Return the questions that a masked question is made of, None for a single one.

    Args:
        text: the masked question, no description in it left to find first.
        doc: its parse.
        is_request: whether it was asked as a request for a list.
    """
    return (
        _split_also(text, doc)
        or _split_verbs(text, doc)
        or _split_nouns(text, doc)
        or _split_names(text, is_request=is_request)
    )


def _split_names(text: str, *, is_request: bool) -> Split | None:
    """Split at "both A and B", "A, B and C": one question a name."""
    match = GROUP.search(text)
    if match is None:
        return None
    names = re.findall(rf"{ONE}", match.group())
    is_union = _is_union(text, match, is_request=is_request)
    questions = []
    for name in names:
        asked = text[: match.start()] + " " + name + match["poss"] + text[match.end() :]
        questions.append(clean(asked if is_union else _unshare(asked)))
    if is_union:
        questions = [clean(re.sub(r"\beither\s+", "", q)) for q in questions]
    return Split(UNION if is_union else INTERSECTION, tuple(questions))


def _is_union(text: str, group: re.Match[str], *, is_request: bool) -> bool:
    if group["join"] == "or" or re.search(r"\beither\b|\bcombined\b|\bany of\b", text):
        return True
    return is_request and not re.search(r"\b(?:share|shared|common|same|also)\b", text)


def _unshare(text: str) -> str:
    """Take the words of sharing out of a question that now asks of one entity."""
    for pattern, instead in SHARING:
        text = pattern.sub(instead, text)
    return text


def split_phrases(text: str, *, is_request: bool) -> Split | None:
    """Split "the location where A was formed and the places that border B": a union.

    Args:
        text: the masked question, without the words of request.
        is_request: whether there were such; "who are all the" counts as one.
    """
    if not (is_request or WHO_ARE_ALL.match(text)):
        return None
    for joint in JOINT.finditer(text):
        parts = [text[: joint.start()], text[joint.end() :]]
        if all(re.search(rf"\b{MASK}\b", part) for part in parts):
            return Split(UNION, tuple(ask_phrase(part) for part in parts))
    return None


def ask_phrase(phrase: str, *, is_plural: bool | None = None) -> str:
    """Return the question for a noun phrase that stands alone; a question stays one.

    Args:
        phrase: as "the director of Zeta", "Zeta's director".
        is_plural: whether it is of several; None: as its noun looks.
    """
    plain = re.sub(r"^(?:both|either|all of|all)\s+", "", phrase.strip(" ,?"), flags=re.IGNORECASE)
    if re.match(r"(?:what|who|which|where|when|how|in|on|from|to)\b", plain, re.IGNORECASE):
        return clean(plain)
    before = HEAD_END.split(OWNER.sub("", plain), maxsplit=1)[0].split()
    head = before[-1] if before else plain
    if is_plural is None:
        is_plural = head.endswith("s") and not head.endswith(("ss", "us", "is"))
    return clean(ask_for(plain, head, is_plural=is_plural))


def _has_name(token: Any) -> bool:
    return any(re.fullmatch(MASK, t.text) for t in token.subtree)


def _split_also(text: str, doc: Any) -> Split | None:
    """Split "entities within A that also share a border with B"."""
    match = ALSO.search(text)
    focus = find_focus(doc)
    if match is None or focus is None:
        return None
    first, rest = text[: match.start()], text[match.end() :]
    if not (re.search(rf"\b{MASK}\b", first) and re.search(rf"\b{MASK}\b", rest)):
        return None
    noun = _bare(doc, focus)
    second = f"Which {noun} {match['verb'] or ''} {rest}"
    return Split(INTERSECTION, (clean(first), clean(second)))


def _split_verbs(text: str, doc: Any) -> Split | None:
    """Split "Which entity is within A and shares a border with B"."""
    focus = find_focus(doc)
    for verb in doc:
        if verb.dep_ not in ("ROOT", "relcl"):
            continue
        for other in verb.children:
            is_verb = other.pos_ in ("VERB", "AUX") or other.text.casefold() in BE
            if other.dep_ != "conj" or not is_verb or focus is None:
                continue
            joint = [c for c in verb.children if c.dep_ == "cc" and c.i < other.i]
            start = joint[-1].idx if joint else other.left_edge.idx
            first, rest = text[:start], text[start + (len(joint[-1].text) if joint else 0) :]
            if re.search(rf"\b{MASK}\b", first) and re.search(rf"\b{MASK}\b", rest):
                second = f"Which {_bare(doc, focus)} {re.sub(r'^ also ', ' ', rest)}"
                return Split(INTERSECTION, (clean(first), clean(second)))
    return None


def _split_nouns(text: str, doc: Any) -> Split | None:
    """Split "Which places are narrative locations in A and residences of B"."""
    for noun in doc:
        is_predicate = noun.dep_ == "attr" or (noun.dep_ == "pobj" and noun.head.text == "as")
        other = next((c for c in noun.children if c.dep_ == "conj" and c.tag_ in NOUNS), None)
        if not is_predicate or noun.tag_ not in NOUNS or other is None or not _has_name(other):
            continue
        joint = next((c for c in noun.children if c.dep_ == "cc"), other.left_edge)
        start, end = noun.left_edge.idx, joint.idx
        if re.search(rf"\b{MASK}\b", text[start:end]):
            before = re.sub(r"\bboth\s+$", "", text[:start])
            second = before + text[other.left_edge.idx :]
            return Split(INTERSECTION, (clean(before + text[start:end]), clean(second)))
    return None


def _bare(doc: Any, focus: Any) -> str:
    """Return the focus noun with what stands before it, without article and question word."""
    words = [
        token.text
        for token in doc[focus.left_edge.i : focus.i + 1]
        if token.tag_ not in ("DT", "WDT", "WP", "PDT", "WP$") and token.text.casefold() != "all"
    ]
    return " ".join(words)

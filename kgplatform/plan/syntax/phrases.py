"""Noun phrases of a masked question: the one asked for, and those that describe what to find."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from kgplatform.plan.syntax.asking import PERSON_NOUNS, ask_for, is_person
from kgplatform.plan.syntax.clauses import (
    AUXILIARIES,
    BE,
    IS_MASK,
    ends_with_its_verb,
    find_clause,
    is_bare,
    is_of_clause,
)
from kgplatform.plan.syntax.masks import MASK
from kgplatform.plan.syntax.predicates import (
    cut_predicate,
    cut_shared,
    holds_mask,
    is_said_of_name,
)

__all__ = ["Phrase", "find_description", "find_focus", "find_own_person"]

NOUNS = ("NN", "NNS")
LIGHT_VERBS = frozenset(
    "share shares shared have has had having maintain maintains play plays played take takes took "
    "hold holds held keep border borders".split()
)
"""Their objects are part of the predicate: "shares a border with", "has diplomatic relations"."""
LIGHT_NOUNS = frozenset(
    "part parts border borders relation relations number amount kind type".split()
)
DESCRIBING = ("prep", "relcl", "acl", "poss")
SUPERLATIVE = ("JJS", "RBS")
OWN_PERSON = re.compile(
    rf"\b{MASK}['’]s (?P<head>{'|'.join(sorted(PERSON_NOUNS, key=len, reverse=True))})\b"
)
WHO_ALONE = re.compile(rf"who (?:is|was|are|were) {OWN_PERSON.pattern}\W*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase at text[start:end], with its head noun."""

    start: int
    end: int
    text: str
    head: str
    is_plural: bool
    question: str


def find_focus(doc: Any) -> Any:
    """Return the token of the noun that a question asks for, None where it is only a wh-word."""
    for token in doc:
        if token.tag_ not in ("WP", "WRB", "WDT", "WP$"):
            continue
        following = _noun_after(token) if token.text.casefold() in ("what", "which") else None
        if following is not None:
            return following
        return _predicate_noun(token) if token.tag_ == "WP" else None
    roots = [token for token in doc if token.dep_ == "ROOT"]
    return roots[0] if roots and roots[0].tag_ in NOUNS else None


def _noun_after(wh: Any) -> Any:
    """Return the noun of "which administrative entities": the last of a run of words before it."""
    noun = None
    for token in wh.doc[wh.i + 1 :]:
        if token.tag_ in NOUNS:
            noun = token
        elif token.tag_ not in ("JJ", "JJR", "JJS", "VBN", "CC", "CD", ",") or noun is not None:
            break
    return noun


def _predicate_noun(wh: Any) -> Any:
    root = next((t for t in wh.doc if t.dep_ == "ROOT"), None)
    if root is None or root.text.casefold() not in BE:
        return None
    for child in root.children:
        if child.dep_ in ("nsubj", "attr") and child.tag_ in NOUNS and child.i > wh.i:
            return child
    return None


def find_own_person(text: str) -> Phrase | None:
    """Return the first "Zeta's father" of a masked question that asks more than who that is.

    Parsers take the noun behind it for the person's ("Where did Zeta's father study?").
    """
    found = OWN_PERSON.search(text)
    if found is None or WHO_ALONE.match(text):
        return None
    head = found["head"]
    is_plural = head.endswith(("s", "children", "people"))
    question = ask_for(found[0], head, is_plural=is_plural)
    return Phrase(found.start(), found.end(), found[0], head, is_plural, question)


def find_description(doc: Any) -> Phrase | None:
    """Return the innermost phrase that names an entity, the question's focus aside.

    Where nothing in the question is written as a name, a relative clause alone describes.
    """
    focus = find_focus(doc)
    is_named = holds_mask(doc)
    found = [
        (end - start, start, end, token)
        for token in doc
        if token.tag_ in NOUNS and not _is_focus(token, focus) and _describes(token, focus)
        for start, end in [_span(token)]
        if holds_mask(doc[start:end]) or (not is_named and find_clause(token))
        if not is_said_of_name(doc, start, end)
    ]
    if not found:
        return None
    _, start, end, token = min(found, key=lambda item: item[:2])
    end = cut_predicate(doc, start, cut_shared(doc, start, end))
    span = doc[start:end]
    return Phrase(
        span.start_char,
        span.end_char,
        span.text,
        token.text,
        token.tag_ == "NNS",
        _question_of(doc, start, end, token),
    )


def _is_focus(token: Any, focus: Any) -> bool:
    """Return whether a noun is what is asked for, or joined to it: "the jobs or trades that …"."""
    if focus is None:
        return False
    return bool(token.i == focus.i or (token.dep_ == "conj" and token.head.i == focus.i))


def _describes(token: Any, focus: Any) -> bool:
    """Return whether a noun is described by what hangs on it, and is no part of a predicate."""
    children = list(token.children)
    if token.text.casefold() in LIGHT_NOUNS:
        return False
    if _is_predicate(token) and not _is_asked_of(token, focus):
        return False
    if token.left_edge.text.casefold() in ("a", "an") and token.doc[0].text.casefold() in BE:
        return False  # "Is Zeta a citizen of Kappa?": a predicate
    if token.tag_ == "NN" and not any(c.dep_ in ("det", "poss", "predet") for c in children):
        return False  # "country of origin": a name of a relation, not of an entity
    if find_clause(token) or any(t.tag_ in SUPERLATIVE for t in token.subtree if t.i < token.i):
        return True
    return any(c.dep_ in DESCRIBING and _has_mask(c) for c in children)


def _is_asked_of(token: Any, focus: Any) -> bool:
    """Return whether a noun behind "is" is what a question asks something of.

    As in "What nationality is the performer of Zeta?" and "In which year was the war that …?", and
    not in "Which city is the capital of Zeta?".
    """
    doc = token.doc
    if focus is None or focus.i > token.i or token.dep_ != "attr":
        return False
    return doc[0].tag_ == "IN" or (is_person(token.text) and not is_person(focus.text))


def _is_predicate(token: Any) -> bool:
    """Return whether a noun is a predicate: "is the capital", "shares a border"."""
    verb = token.head.text.casefold()
    if _is_subject(token):
        return False
    return (
        (token.dep_ == "dobj" and verb in LIGHT_VERBS)
        or (token.dep_ == "attr" and verb in BE)
        or (token.dep_ == "conj" and token.head.dep_ == "attr")
        or (token.dep_ == "pobj" and verb == "as")
    )


def _is_subject(token: Any) -> bool:
    """Return whether a noun stands between an auxiliary and the predicate behind its name.

    As in "How many awards has the director of Zeta received?", which parsers take for an object.
    """
    start, doc = token.left_edge.i, token.doc
    if start < 2 or doc[start - 1].text.casefold() not in AUXILIARIES:
        return False
    name = next((other.i for other in doc[token.i :] if IS_MASK.match(other.text)), len(doc))
    behind = doc[name + 1] if name + 1 < len(doc) else None
    is_predicate = behind is not None and (
        behind.tag_ in ("VB", "VBD", "VBN") or behind.text.casefold() in ("a", "an")
    )
    return doc[start - 2].tag_ in NOUNS and is_predicate


def _span(token: Any) -> tuple[int, int]:
    """Return the phrase's tokens, what is joined to it by "and" left out."""
    end = token.right_edge.i + 1
    for child in token.children:
        if child.dep_ in ("cc", "conj", "punct", "preconj") and child.i > token.i:
            end = min(end, child.i)
    clause = find_clause(token)
    start = token.left_edge.i
    if clause is not None:
        end = clause.i + 1 if is_bare(clause) else max(end, clause.right_edge.i + 1)
        if token.doc[end - 1].is_punct:
            end -= 1
        end += is_of_clause(token.doc, start, end)
    if ends_with_its_verb(token.doc, end):
        end -= 1
    while start < token.i and token.doc[start].text.casefold() in ("both", "either", ","):
        start += 1
    return start, end


def _has_mask(token: Any) -> bool:
    return any(IS_MASK.match(t.text) for t in token.subtree)


def _question_of(doc: Any, start: int, end: int, head: Any) -> str:
    """Return the question that a phrase answers."""
    if find_clause(head) is not None:
        first = doc[head.i + 1]
        premodified = doc[start : head.i + 1].text
        rest = doc[head.i + 2 : end].text
        if first.tag_ in ("WDT", "WP") and first.dep_ in ("nsubj", "nsubjpass"):
            return f"Which {_without_article(premodified)} {rest}?"
    return ask_for(doc[start:end].text, head.text, is_plural=head.tag_ == "NNS")


def _without_article(text: str) -> str:
    return re.sub(r"^(?:the|a|an|all the|all)\s+", "", text.strip(), flags=re.IGNORECASE)

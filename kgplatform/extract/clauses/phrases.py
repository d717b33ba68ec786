"""Makes the parts of a fact from noun phrases: entities, values, phrases of common nouns.

A phrase of common nouns that is a subject ("the ferry") becomes a Phrase of its document, so that
facts about it are kept and the ferries of two documents stay two; as an object it is a value of
words, unless it is a subject somewhere in the same passage too.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from kgplatform.extract.grammar.arguments import Argument, Arguments, coordinated, literal_argument
from kgplatform.extract.grammar.qualifiers import PERIOD
from kgplatform.records import Entity, Literal, Phrase, name_of
from kgplatform.text.names import make_phrase
from kgplatform.text.values import find_literals

__all__ = ["Phrases", "is_cut", "kind_of", "phrase_span"]

MAX_NAME_WORDS = 12
LEFT = frozenset(
    "det amod compound nmod nummod quantmod poss advmod npadvmod punct predet neg case".split()
)
RIGHT = frozenset("case nummod nmod quantmod".split())
NO_PHRASE = frozenset("WDT WP WP$ WRB EX DT PDT RB".split())
EMPTY = frozenset(
    "nobody no-one nothing none someone somebody something anyone anybody anything everyone "
    "everybody everything one ones other others another either neither both same such".split()
)
"""Words that stand for nothing in particular."""
APPOSED = ("appos", "npadvmod", "dep")
SPEAKERS = ("I", "we", "you")
"""Pronouns that mean one and the same all through a letter."""
OUTSIDERS = {
    **dict.fromkeys(("i", "me"), ("I", "Person")),
    **dict.fromkeys(("we", "us"), ("we", "Group")),
    "you": ("you", "Person"),
    **dict.fromkeys(("he", "him"), ("he", "Person")),
    "she": ("she", "Person"),
    "it": ("it", "Thing"),
    **dict.fromkeys(("they", "them"), ("they", "Group")),
}
"""Pronoun to the words and the kind of what it means, where the document does not name that."""
OUTSIDER_KINDS = dict(OUTSIDERS.values())
MAYBE_PEOPLE = ("Person", "Organization", "Thing")
PRONOUNS = ("PRP", "PRP$")
MONEY = re.compile(
    r"[$€£¥]|\b(?:dollars?|euros?|pounds?|yen|francs?|crowns?|kron[ae]r?|rupees?|cents|"
    r"[A-Z]{3}(?= ?\d)|(?<=\d )(?:EUR|USD|GBP|NOK|SEK|DKK|CHF))\b"
)
PERCENT = re.compile(r"%|\bper ?cent\b|\bpercent(?:age)?\b")
DURATION = re.compile(
    r"\b(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|decades?|centuries)\b"
)
YEAR = re.compile(r"1\d{3}|20\d{2}")
CALENDAR = re.compile(
    r"\b(?:last|next|this|each|every|early|late|mid|ago|end|first|second|third|later|earlier|"
    r"following|previous|past|\d{3,4}s?|[A-Z][a-z]{2,})\b"
)


class Span(NamedTuple):
    """The first and the last token of a phrase."""

    first: Any
    last: Any


def phrase_span(head: Any, *, whole: bool = True, joined: bool = False) -> Span:
    """Return the phrase of a noun without its clauses and appositions.

    Args:
        whole: with its prepositional phrases; else with those of "of" and of common nouns only.
        joined: with what is coordinated with it, as in "a symbol of progress and freedom".
    """
    first = head
    for child in reversed(list(head.lefts)):
        if child.dep_ not in LEFT or child.text in ";:()":
            break
        first = child.left_edge
    while first.is_punct or first.dep_ in ("cc", "preconj"):
        first = first.nbor(1)
    return Span(first, _last_of(head, whole=whole, joined=joined))


def _last_of(head: Any, *, whole: bool, joined: bool) -> Any:
    last = head
    for child in head.rights:
        if child.dep_ in RIGHT:
            last = child
        elif child.dep_ == "prep" and child.i == last.i + 1 and (whole or _is_inner(child)):
            inner = [obj for obj in child.rights if obj.dep_ == "pobj"]
            if not inner:
                break
            last = _last_of(inner[0], whole=whole, joined=True)
        elif child.dep_ in ("acl", "relcl") and _is_infinitive(child, last):
            last = child.right_edge  # "the first woman to run a bank"
        elif child.dep_ == "amod" and child.left_edge.i == last.i + 1:
            last = child.right_edge  # "a language other than English"
        elif joined and child.dep_ == "conj":
            last = _last_of(child, whole=whole, joined=True)
        elif not (joined and child.dep_ in ("cc", "punct") and child.text not in ";:()"):
            break
    return last


def _is_infinitive(verb: Any, before: Any) -> bool:
    return bool(verb.left_edge.tag_ == "TO" and verb.left_edge.i == before.i + 1)


def _is_apposed(head: Any) -> bool:
    return head.pos_ == "PROPN" and head.dep_ in APPOSED


def _counts(token: Any) -> bool:
    return token.ent_type_ in ("CARDINAL", "ORDINAL", "PERCENT") or not token.ent_type_


def _is_alternative(token: Any) -> bool:
    """Return whether one of several is meant: "Ann or Olav", but not where neither is."""
    joined = (token, *coordinated(token))
    if not any(child.lower_ == "or" for item in joined for child in item.children):
        return False
    above = next((word for word in token.ancestors if word.pos_ in ("VERB", "AUX")), token)
    return not any(child.dep_ == "neg" for child in above.children)


def _is_half(token: Any) -> bool:
    """Return whether a word is a part of one with a hyphen: "You" in "Wong You-nam"."""
    text, end = token.doc.text, token.idx + len(token.text)
    return "-" in (text[max(token.idx - 1, 0) : token.idx], text[end : end + 1])


def _has_of(token: Any) -> bool:
    """Return whether a number counts some of what follows: "two of its members"."""
    return any(child.lower_ == "of" for child in token.rights)


def _is_inner(preposition: Any) -> bool:
    """Return whether what a preposition leads to is a part of the noun before it.

    Who made a thing, and with whom, is no part of the clause: "read the novel by Ann".
    """
    if preposition.lower_ in ("of", "by", "with"):
        return True
    return all(
        obj.pos_ == "NOUN" and not obj.ent_type_ for obj in preposition.rights if obj.dep_ == "pobj"
    )


def is_cut(argument: Argument) -> bool:
    """Return whether an argument ends within a word: "Father Pierre-"."""
    return name_of(argument.target).endswith("-")


def kind_of(argument: Argument) -> str:
    """Return what roles are decided by: an entity type, Money, Percent, Duration, or a datatype."""
    target = argument.target
    if isinstance(target, Phrase):
        return OUTSIDER_KINDS.get(target.name, "Thing")
    if isinstance(target, Entity):
        return target.type
    return _kind_of_value(target) if target.datatype != "string" else "string"


def _kind_of_value(value: Literal) -> str:
    if YEAR.fullmatch(value.value):
        return "date"
    if value.currency or MONEY.search(value.value):
        return "Money"
    if PERCENT.search(value.value):
        return "Percent"
    is_span = DURATION.search(value.value) and not CALENDAR.search(value.value)
    return "Duration" if is_span else value.datatype


class Phrases:
    """The arguments that the words of one passage stand for.

    Args:
        arguments: the names, values and pronouns of the passage.
    """

    def __init__(self, arguments: Arguments) -> None:
        self._arguments = arguments
        self._passage = arguments.passage
        self._made: dict[str, Phrase] = {}
        self._values = find_literals(self._passage.text)
        self._known: dict[tuple[int, bool], Argument | None] = {}

    def subjects(self, token: Any) -> list[Argument]:
        """Return the entities and phrases that a noun, and what is joined to it, stand for."""
        return self._read_all(token, is_subject=True)

    def objects(self, token: Any) -> list[Argument]:
        """Return the entities and values that a noun, and what is joined to it, stand for."""
        return self._read_all(token, is_subject=False)

    def _read_all(self, token: Any, *, is_subject: bool) -> list[Argument]:
        if _is_alternative(token):  # which of them it is, the text does not say
            span = phrase_span(token, joined=True)
            words = self.words(span)
            name = name_of(words.target)
            return [self._make(name, (words.start, words.end)) if is_subject else words]
        found = []
        for item in (token, *coordinated(token)):
            key = (item.i, is_subject)
            if key not in self._known:
                self._known[key] = self._read(item, is_subject=is_subject)
            if (argument := self._known[key]) is not None:
                found.append(argument)
        return found

    def ends_of(self, date: Argument) -> list[Argument]:
        """Return the two dates of a period, "from 1994 to 1999"; nothing where it is none."""
        period = PERIOD.fullmatch(name_of(date.target))
        if period is None:
            return []
        spans = ((date.start + period.start(n), date.start + period.end(n)) for n in (1, 2))
        return [literal_argument(self._passage, span, "date") for span in spans]

    def words(self, span: Span, datatype: str = "string") -> Argument:
        """Return a stretch of the passage as a value."""
        first = span.first
        if first.lower_ == "no" and first.i < span.last.i:
            first = first.nbor(1)  # polarity says it
        text, end = self._passage.text, span.last.idx + len(span.last.text)
        inner = text.find('"', first.idx + 1, end)
        if inner >= 0 and text.count('"', first.idx, end) == 1:
            end = inner  # what is quoted ends there
        return literal_argument(self._passage, (first.idx, end), datatype)

    def as_subject(self, argument: Argument) -> Argument:
        """Return a phrase for words that are a subject in this passage, else what is given."""
        target = argument.target
        if not isinstance(target, Literal) or target.datatype != "string":
            return argument
        known = self._made.get(make_phrase(self._passage.document_id, target.value).id)
        return argument._replace(target=known) if known is not None else argument

    def _read(self, token: Any, *, is_subject: bool) -> Argument | None:
        is_empty = token.tag_ in NO_PHRASE or token.lower_ in EMPTY or token.is_punct
        if is_empty or (token.tag_ in PRONOUNS and _is_half(token)):
            return None
        if token.tag_ in PRONOUNS:
            found = self._arguments.resolve(token)  # no value: "3  You start on Monday."
            return found if found is not None and found.is_entity else self._outsider(token)
        named = self._named(token)
        if not is_subject and not (_has_of(token) and _counts(token)):
            value = self._value(token, named)
            if value is not None:
                return value
        if named is not None and named.is_entity:
            return named
        if YEAR.fullmatch(token.text) and not is_subject:
            return self.words(Span(token, token), "date")
        span = phrase_span(token, whole=is_subject)
        return self._phrase(token, span) if is_subject else self.words(span)

    def _named(self, token: Any) -> Argument | None:
        """Return what a noun is named as: by itself, by its apposition, or before."""
        found = self._arguments.resolve(token)
        if found is not None:
            return found
        for child in token.rights:
            if child.pos_ == "PROPN" and child.dep_ == "appos":
                named = self._arguments.of(child)
                if named is not None and named.is_entity:
                    return named
        return self._name_next(token) or next(iter(self._arguments.entities_only(token)), None)

    def _name_next(self, noun: Any) -> Argument | None:
        """Return the name in "the pension fund Nordsø", where it stands right after the noun."""
        if noun.pos_ != "NOUN" or noun.i + 1 >= len(noun.doc):
            return None
        after = noun.nbor(1)
        found = self._arguments.of(after)
        if found is None and after.pos_ == "PROPN" and after.dep_ in ("compound", *APPOSED):
            head = after if after.dep_ in APPOSED else after.head
            named = self._arguments.entities_only(head) if _is_apposed(head) else []
            return next((name for name in named if name.start == after.idx), None)
        if found is None or not found.is_entity or found.start != after.idx:
            return None
        head = after
        while head.head.i > head.i and head.head.idx < found.end:
            head = head.head
        return found if _is_apposed(head) else None

    def _outsider(self, token: Any) -> Argument | None:
        """Return somebody whom the document does not name: "I", "you".

        "He" is one where nobody is named before it; else it may be any of several, and is none.
        """
        found = OUTSIDERS.get(token.lower_)
        if found is None or not (found[0] in SPEAKERS or self._is_first_named(token, found[0])):
            return None
        return self._make(found[0], (token.idx, token.idx + len(token.text)))

    def _is_first_named(self, token: Any, word: str) -> bool:
        """Return whether nothing in the document stands before a pronoun that it could mean."""
        if self._passage.index:
            return False
        before = token.doc[: token.i]
        if word in ("he", "she"):
            named = (self._arguments.of(other) for other in before)
            return not any(one is not None and one.kind in MAYBE_PEOPLE for one in named)
        return not any(other.pos_ in ("NOUN", "PROPN") for other in before)

    def _value(self, token: Any, named: Argument | None) -> Argument | None:
        """Return the value that a noun is in: with its currency and unit, without other words.

        Args:
            named: what the noun is named as; a value there takes no part of a name.
        """
        for first, end, datatype in self._values:
            # A preposition before a date gives its role.
            start = max(first, token.left_edge.idx) if datatype == "date" else first
            if not start <= token.idx < end:
                continue
            if named is None or (start <= named.start and named.end <= end):
                kind = datatype if named is None or named.is_entity else named.kind
                return literal_argument(self._passage, (start, end), kind)
        if named is None or named.is_entity:
            return None
        if named.start < token.left_edge.idx:  # "four months early in 1976" of "in 1976"
            return self.words(Span(token.left_edge, token), named.kind)
        return named

    def _phrase(self, token: Any, span: Span) -> Argument | None:
        """Return a noun phrase that names nothing as a phrase of its document."""
        if token.pos_ not in ("NOUN", "PROPN", "NUM") and not token.ent_type_:
            return None
        if span.last.i - span.first.i >= MAX_NAME_WORDS:
            span = phrase_span(token, whole=False)
        start, end = span.first.idx, span.last.idx + len(span.last.text)
        words = self._passage.text[start:end]
        if span.first.tag_ == "PRP$" and span.first.i < span.last.i:
            owner = self._arguments.resolve(span.first)
            if owner is None and span.first.lower_ in ("his", "her", "its", "their"):
                return None
            if owner is not None:  # "her idea": whose it is, is a part of its name
                words = f"{name_of(owner.target)}'s {words[len(span.first.text) :].lstrip()}"
        return self._make(words, (start, end))

    def _make(self, words: str, span: tuple[int, int]) -> Argument:
        phrase = make_phrase(self._passage.document_id, words)
        return Argument(self._made.setdefault(phrase.id, phrase), *span)

"""Reads facts from nouns: what an entity is, whose it is, where it lies, who made it.

"X is a 1994 American action film", "the Norwegian architect X", "X, the son of Y and Z",
"his wife, Z", "Y's son X", "a village in Karnataka", "an album by Y".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kgplatform.extract.grammar.arguments import Argument, Arguments, coordinated, literal_argument
from kgplatform.extract.grammar.classes import DEMONYMS, RANKS, type_of_noun
from kgplatform.extract.grammar.found import Found
from kgplatform.extract.grammar.kinship import KIN, read_kin
from kgplatform.extract.grammar.qualifiers import qualifiers_of
from kgplatform.extract.grammar.relations import BY_NOUNS, RULES, fits, read_as
from kgplatform.extract.grammar.subjects import subjects_of
from kgplatform.extract.grammar.works import MUSIC, read_music_by
from kgplatform.records import Entity, Qualifier, name_of

__all__ = ["read_noun"]

RANK_MODIFIERS = frozenset(
    "acting assistant associate deputy former honorary interim prime vice".split()
)
HYPHENS = ("-", "–")
YEAR = re.compile(r"\d{4}")
STATES = set(
    "former retired late upcoming current first last best fictional own leading famous noted"
    " notable prominent renowned prolific well-known great young old eldest new"
    " fellow then sometime only longtime acclaimed celebrated popular second third".split()
)
NOT_NATIONS = ("party", "league", "army", "university", "club", "school", "co", "championship")
ORIGINS = {
    "Person": "country of citizenship",
    "Work": "country of origin",
    "Organization": "country",
    "Place": "country",
}
SITED = ("Place", "Organization")
BANDS = set("band group duo trio quartet quintet orchestra ensemble supergroup choir".split())
OFFICES = set("suburb tributary subsidiary neighbourhood neighborhood district branch seat".split())
PLACE_LINKS = {"in", "near", "on", "at"}
COPULAS = {"is", "was", "are", "were", "became", "become", "remained", "remains"}
VAGUE = set("lady lord one name title part part-time member example way term number".split())
MAX_CLASS_WORDS = 8


def read_noun(noun: Any, arguments: Arguments) -> Iterator[Found]:
    """Yield the facts that a noun or name states of what it describes, or of what it names."""
    if noun.dep_ == "attr" and noun.head.lower_ in COPULAS:
        if not any(child.dep_ == "neg" for child in noun.head.children):
            yield from _predicate(noun, arguments)
    elif noun.dep_ == "appos":
        yield from _apposition(noun, arguments)
    if noun.pos_ == "PROPN" or arguments.of(noun) is not None:
        yield from _title_before(noun, arguments)
    if noun.lower_ in KIN:
        yield from read_kin(noun, arguments)
    if noun.lower_ in MUSIC:
        yield from read_music_by(noun, arguments)


def _predicate(noun: Any, arguments: Arguments) -> Iterator[Found]:
    subjects = subjects_of(noun.head, arguments)
    for subject in subjects:
        yield from _describe(subject, noun, arguments, noun.head)


def _apposition(noun: Any, arguments: Arguments) -> Iterator[Found]:
    """Yield what "X, a Norwegian architect," says of X, and that "Paris, France" lies in France."""
    head = noun.head
    named = arguments.of(noun)
    holder = arguments.of(head)
    if named is None and holder is not None and holder.is_entity and noun.pos_ == "NOUN":
        if any(child.dep_ in ("det", "amod", "compound") for child in noun.children):
            yield from _describe(holder, noun, arguments, None, construction="apposition")
    elif holder is None and arguments.resolve(head) == named and named is not None:
        yield from _describe(named, head, arguments, None, construction="apposition")
    elif holder is not None and named is not None:
        between = arguments.passage.text[holder.end : named.start]
        if holder.kind == "Place" == named.kind and between == ", ":
            yield Found(holder, "located in", named, "place")


def _describe(
    subject: Argument,
    noun: Any,
    arguments: Arguments,
    copula: Any | None,
    *,
    construction: str = "class",
) -> Iterator[Found]:
    """Yield what "SUBJECT is a NOUN and NOUN of Y" says."""
    if construction == "apposition" and not _is_compatible(subject, noun):
        return
    kind = type_of_noun(noun.lower_) or subject.kind
    alike = (item for item in coordinated(noun) if type_of_noun(item.lower_) == kind)
    heads = [noun, *alike]
    for head in heads:
        if head.lower_ not in KIN and arguments.of(head) is None:
            yield from _class_of(subject, head, arguments, construction)
    if heads[0].lower_ not in KIN:
        yield from _origin(subject, noun, arguments)
    for head in heads:
        yield from _links(subject, head, arguments, copula)


def _class_of(
    subject: Argument, noun: Any, arguments: Arguments, construction: str
) -> Iterator[Found]:
    kind = type_of_noun(noun.lower_)
    if noun.lower_ in VAGUE or noun.tag_ not in ("NN", "NNP"):
        return
    if subject.kind == "Person" or kind == "Person":
        if subject.kind not in ("Person", "Thing") and not arguments.is_title(subject):
            return
        if kind != "Person" and not noun.lower_.endswith(("ist", "ian", "ologer", "grapher")):
            return
        span = _phrase(noun, arguments, without_origin=True)
        if subject.kind in ("Person", "Thing") and span:
            yield Found(
                subject, "occupation", literal_argument(*_args(arguments, span)), construction
            )
        return
    span = _phrase(noun, arguments, without_origin=False)
    if span and subject.alignment != "pronoun":
        yield Found(subject, "instance of", literal_argument(*_args(arguments, span)), construction)


def _is_compatible(subject: Argument, noun: Any) -> bool:
    """Whether a noun's kind is the name's: the parser often hangs a noun on the wrong name."""
    kind = type_of_noun(noun.lower_)
    return kind is not None and subject.kind in (kind, "Thing")


def _args(arguments: Arguments, span: tuple[int, int]) -> tuple[Any, tuple[int, int], str]:
    return arguments.passage, span, "string"


def _phrase(noun: Any, arguments: Arguments, *, without_origin: bool) -> tuple[int, int] | None:
    """Return the span of the words that make the class: "American action film"."""
    first = noun
    while first.i > noun.sent.start:
        before = first.nbor(-1)
        if before.dep_ not in ("amod", "compound", "nmod", "punct", "advmod", "npadvmod"):
            break
        if before.text in (",", ";", "(", ")", '"') or before.like_num:
            break
        if before.lower_ in STATES or before.tag_ in ("JJS", "RBS"):
            break
        known = arguments.of(before)
        if without_origin and before.text in DEMONYMS:
            break
        if known is not None and (without_origin or known.kind == "date"):
            break
        if before.head.i > noun.i or before.head.i < before.i:
            break
        first = before
    if first.i and first.nbor(-1).text in HYPHENS:  # half a word: "re-creation"
        return None
    if first.is_punct or noun.i - first.i >= MAX_CLASS_WORDS:
        return None
    return first.idx, noun.idx + len(noun.text)


def _origin(subject: Argument, noun: Any, arguments: Arguments) -> Iterator[Found]:
    """Yield the nationality and the year that stand before the noun: "a 1994 American film"."""
    person = subject.kind == "Person" or type_of_noun(noun.lower_) == "Person"
    kind = "Person" if person else (type_of_noun(noun.lower_) or subject.kind)
    for token in noun.doc[noun.left_edge.i : noun.i]:
        if token.head.i < token.left_edge.i and token.head.i != noun.i:
            continue
        found = arguments.nation(token) if _before(token, noun) else None
        if found is not None:
            relation = ORIGINS.get("Work" if noun.lower_ in BANDS else kind)
            if relation and _is_nation(found, arguments):
                yield Found(subject, relation, found, "nationality")
        elif kind == "Work" and YEAR.fullmatch(token.text) and token.head.i == noun.i:
            span = (token.idx, token.idx + 4)
            date = literal_argument(arguments.passage, span, "date")
            yield Found(subject, "publication date", date, "class")


def _before(token: Any, noun: Any) -> bool:
    """Whether a word modifies the noun directly or through other modifiers before it."""
    steps = 0
    while token.i != noun.i and steps < 5:
        if token.dep_ not in ("amod", "compound", "nmod", "conj", "punct", "npadvmod"):
            return False
        token, steps = token.head, steps + 1
    return bool(token.i == noun.i)


def _is_nation(argument: Argument, arguments: Arguments) -> bool:
    """Whether a name is not part of "Romanian-born", "French-language" or a party's name."""
    follows = arguments.passage.text[argument.end : argument.end + 10].casefold()
    name = getattr(argument.target, "name", "")
    if name.casefold().endswith(NOT_NATIONS) or any(char.isdigit() for char in name):
        return False
    return not re.match(
        r"\s?-?\s?(?:born|language|based|speaking|trained|bred|football|rules|folk)\b", follows
    )


def _links(
    subject: Argument, noun: Any, arguments: Arguments, copula: Any | None
) -> Iterator[Found]:
    """Yield "NOUN of Y", "village in Y", "album by Y" with the times on the copula."""
    for child in noun.children:
        if child.dep_ != "prep":
            continue
        if child.lower_ == "in" and (type_of_noun(noun.lower_) or subject.kind) in SITED:
            for place in arguments.places_from(child.idx + 3):
                if place.target.id != subject.target.id:
                    yield Found(subject, "located in", place, "place")
            continue
        if child.lower_ == "by" and child.nbor(-1).i != noun.i:
            continue
        for obj in child.children:
            if obj.dep_ == "pobj":
                for thing in arguments.things(obj):
                    times = _times(copula, subject, thing, arguments)
                    yield from _link(subject, noun, child.lower_, thing, times)


def _times(
    copula: Any | None, subject: Argument, thing: Argument, arguments: Arguments
) -> tuple[Qualifier, ...]:
    if copula is None:
        return ()
    return qualifiers_of(copula, arguments, exclude=(subject, thing))


def _link(
    subject: Argument, noun: Any, word: str, thing: Argument, times: tuple[Qualifier, ...]
) -> Iterator[Found]:
    """Yield what "NOUN in Y", "NOUN by Y" or "NOUN of Y" says of the subject."""
    if not isinstance(thing.target, Entity) or thing.target.id == subject.target.id:
        return
    if word == "of":
        yield from _noun_of(subject, noun, thing, times)
    elif word in PLACE_LINKS and thing.kind == "Place":
        if (type_of_noun(noun.lower_) or subject.kind) in SITED:
            yield Found(subject, "located in", thing, "place")
    elif word == "by" and noun.lower_ in BY_NOUNS and thing.kind != "Place":
        yield Found(subject, BY_NOUNS[noun.lower_], thing, "maker")


def _noun_of(
    subject: Argument, noun: Any, thing: Argument, times: tuple[Qualifier, ...]
) -> Iterator[Found]:
    word = noun.lower_
    if noun.i and noun.nbor(-1).lower_ in RANK_MODIFIERS:
        word = f"{noun.nbor(-1).lower_} {word}"  # a vice president is no president
    key = f"{word} of"
    if word in KIN:
        return  # read by `kinship`
    if key in RULES:
        rule = read_as(key)
        one, other = (thing, subject) if rule.turned else (subject, thing)
        if one.is_entity and fits(rule, one.kind, other.kind):
            yield Found(one, rule.name, other, "office")
    elif type_of_noun(noun.lower_) == "Person" or noun.lower_ in OFFICES:
        repeats = name_of(thing.target).casefold().startswith(word)  # "count of Count of Provence"
        if (
            thing.kind != "Group"
            and noun.tag_ in ("NN", "NNP")
            and word not in VAGUE
            and not repeats
        ):
            yield Found(subject, key, thing, "office", times, f"is the {key}")


def _title_before(name: Any, arguments: Arguments) -> Iterator[Found]:
    """Yield what stands before a person's name: "the Norwegian architect Colin Archer"."""
    found = arguments.of(name)
    if found is None or found.kind != "Person" or not found.is_entity:
        return
    for child in name.children:
        if child.dep_ not in ("compound", "nmod", "appos") or child.i > name.i:
            continue
        if child.pos_ != "NOUN" or type_of_noun(child.lower_) != "Person":
            continue
        follows = arguments.passage.text[child.idx + len(child.text) : found.start]
        if follows != " " or child.lower_ in KIN | RANKS | {"leader"}:
            continue
        span = _phrase(child, arguments, without_origin=True)
        if span and span[1] <= found.start:
            value = literal_argument(arguments.passage, span, "string")
            yield Found(found, "occupation", value, "apposition")

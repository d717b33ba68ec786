"""Reads statements from a parsed passage: subject, relation, object, with time and place.

A first, careful reader over spaCy's dependency trees: it takes active and passive clauses,
copulas ("X is a film", "X was the son of Y") and participles that hang on them ("a film directed
by Y"). A fact is kept only if its subject is a mention and its object a mention, a date, a
quantity or a class phrase of the same sentence, so each part has a span in the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from kgplatform.extract.names import normalize_name
from kgplatform.ids import content_id
from kgplatform.records import Entity, Literal, Mention, Passage, Qualifier, Statement

__all__ = ["EXTRACTOR_NAME", "extract_statements", "verbalize"]

EXTRACTOR_NAME = "spacy"
CONFIDENCE = 0.6  # of a rule-read fact; measured precision replaces it when there is one

SUBJECTS = {"nsubj", "nsubjpass"}
OBJECTS = {"dobj", "attr", "dative", "oprd"}
CLAUSE_LINKS = {"conj", "xcomp"}
LITERAL_LABELS = {
    "DATE": "date",
    "TIME": "date",
    "CARDINAL": "quantity",
    "QUANTITY": "quantity",
    "MONEY": "quantity",
    "PERCENT": "quantity",
    "ORDINAL": "quantity",
}
PLACE_PREPOSITIONS = {"in", "at", "on", "near", "from", "to"}


class _Argument(NamedTuple):
    """A part of a fact and its span in the passage."""

    target: Entity | Literal
    start: int
    end: int


class _Arguments:
    """Looks up what a token of the passage stands for: an entity, a date, a quantity."""

    def __init__(self, parsed: Any, mentions: Sequence[Mention]) -> None:
        self._by_token: dict[int, _Argument] = {}
        for found in parsed.ents:
            datatype = LITERAL_LABELS.get(found.label_)
            if datatype:
                literal = make_literal(found.text, datatype)
                argument = _Argument(literal, found.start_char, found.end_char)
                self._by_token.update((token.i, argument) for token in found)
        for mention in reversed(mentions):  # of several candidates the first one stands
            span = parsed.char_span(mention.start, mention.end, alignment_mode="expand")
            argument = _Argument(mention.entity, mention.start, mention.end)
            self._by_token.update((token.i, argument) for token in span or ())

    def of(self, token: Any) -> _Argument | None:
        """Return what a token is part of, or None."""
        return self._by_token.get(token.i)


def make_literal(value: str, datatype: str) -> Literal:
    """Return the Literal of a value as the text writes it."""
    return Literal(content_id("literal", datatype, value), value, datatype)


def extract_statements(
    passage: Passage, parsed: Any, *, mentions: Sequence[Mention]
) -> list[Statement]:
    """Return the facts that a passage states, in the order of the text, each once.

    Args:
        parsed: the spaCy Doc of passage.text, with a dependency parse.
        mentions: the mentions of the passage.
    """
    arguments = _Arguments(parsed, mentions)
    statements: dict[str, Statement] = {}
    for sentence in parsed.sents:
        for subject, relation, obj, verb in _facts(sentence, arguments):
            if _same_thing(subject, obj):
                continue
            qualifiers = _qualifiers(verb, arguments, exclude={subject.target.id, obj.target.id})
            statement = _make_statement(passage, sentence, subject, relation, obj, qualifiers)
            statements.setdefault(statement.id, statement)
    return list(statements.values())


def verbalize(subject: str, relation: str, obj: str, qualifiers: Sequence[tuple[str, str]]) -> str:
    """Return a fact as one readable line: "Fram built by Colin Archer (time: 1892)"."""
    extra = "; ".join(f"{name}: {value}" for name, value in qualifiers)
    return f"{subject} {relation} {obj}" + (f" ({extra})" if extra else "")


def _facts(sentence: Any, arguments: _Arguments) -> Iterator[tuple[_Argument, str, _Argument, Any]]:
    """Yield (subject, relation, object, head token of the clause) of a sentence."""
    for verb in sentence:
        if verb.pos_ not in ("VERB", "AUX") and verb.tag_[:2] != "VB":
            continue
        for subject in _subjects(verb, arguments):
            for relation, obj in _clause_objects(verb, arguments):
                yield subject, relation, obj, verb
            for noun in (child for child in verb.children if child.dep_ == "attr"):
                for relation, obj, head in _class_facts(noun, arguments):
                    yield subject, relation, obj, head


def _subjects(verb: Any, arguments: _Arguments) -> list[_Argument]:
    """Return the subjects of a verb; a verb joined to another one shares its subject."""
    own = [child for child in verb.children if child.dep_ in SUBJECTS]
    if not own and verb.dep_ in CLAUSE_LINKS and verb.head.i != verb.i:
        return _subjects(verb.head, arguments)
    tokens = [token for subject in own for token in (subject, *subject.conjuncts)]
    return [found for token in tokens if (found := arguments.of(token)) and _is_entity(found)]


def _is_entity(argument: _Argument) -> bool:
    return isinstance(argument.target, Entity)


def _clause_objects(verb: Any, arguments: _Arguments) -> Iterator[tuple[str, _Argument]]:
    """Yield (relation, object) for a verb's objects, agent and prepositional objects."""
    relation = _verb_phrase(verb)
    is_class_clause = any(child.dep_ == "attr" for child in verb.children)
    for child in verb.children:
        if child.dep_ in OBJECTS and child.dep_ != "attr":
            yield from ((relation, found) for found in _expand(child, arguments))
        elif child.dep_ in ("agent", "prep") and not is_class_clause:
            phrase = f"{relation} {child.lower_}"
            for obj in (token for token in child.children if token.dep_ == "pobj"):
                found = _expand(obj, arguments)
                yield from ((phrase, item) for item in found if _is_wanted(child, item))


def _is_wanted(preposition: Any, argument: _Argument) -> bool:
    """Tell whether a prepositional object is a fact of its own: a thing, a date, an agent."""
    target = argument.target
    is_date = isinstance(target, Literal) and target.datatype == "date"
    return is_date or _is_entity(argument) or preposition.dep_ == "agent"


def _expand(token: Any, arguments: _Arguments) -> list[_Argument]:
    """Return what a token and the tokens coordinated with it stand for."""
    found = (arguments.of(item) for item in (token, *token.conjuncts))
    return [argument for argument in found if argument is not None]


def _class_facts(noun: Any, arguments: _Arguments) -> Iterator[tuple[str, _Argument, Any]]:
    """Yield the facts of "is a NOUN …": the class, "NOUN of Y", and participles on the noun."""
    known = arguments.of(noun)
    if known is not None:
        yield "is", known, noun
    else:
        yield "is a", _class_phrase(noun), noun
    for child in noun.children:
        if child.dep_ == "prep" and child.lower_ == "of":
            for obj in (token for token in child.children if token.dep_ == "pobj"):
                for found in _expand(obj, arguments):
                    yield f"{noun.lower_} of", found, noun
        elif child.dep_ == "acl" and child.tag_ == "VBN":
            for relation, found in _clause_objects(child, arguments):
                yield relation, found, child


def _class_phrase(noun: Any) -> _Argument:
    """Return "American action comedy film" for the noun "film"."""
    left = [token for token in noun.lefts if token.dep_ in ("amod", "compound", "nmod")]
    first = left[0].left_edge if left else noun
    phrase = noun.doc[first.i : noun.i + 1]
    return _Argument(make_literal(phrase.text, "string"), phrase.start_char, phrase.end_char)


def _verb_phrase(verb: Any) -> str:
    """Return the verb as written with its particle and negation: "not carried out"."""
    words = [child for child in verb.children if child.dep_ in ("prt", "neg")]
    return " ".join(token.lower_ for token in sorted([verb, *words], key=lambda token: token.i))


def _qualifiers(verb: Any, arguments: _Arguments, *, exclude: set[str]) -> tuple[Qualifier, ...]:
    """Return the time and place that a clause gives beside its subject and object."""
    found: dict[str, Qualifier] = {}
    for token in _modifiers(verb):
        argument = arguments.of(token)
        if argument is None or argument.target.id in exclude:
            continue
        relation = _qualifier_relation(token, argument)
        if relation:
            found.setdefault(argument.target.id, Qualifier(relation, *argument))
    return tuple(found[key] for key in sorted(found))


def _modifiers(verb: Any) -> Iterator[Any]:
    for child in verb.children:
        if child.dep_ in ("prep", "agent"):
            for obj in child.children:
                yield obj
                yield from (token for prep in obj.children for token in prep.children)
        elif child.dep_ in ("npadvmod", "advmod"):
            yield child


def _qualifier_relation(token: Any, argument: _Argument) -> str | None:
    target = argument.target
    if isinstance(target, Literal):
        return "time" if target.datatype == "date" else None
    is_place = target.type == "Place" and token.head.lower_ in PLACE_PREPOSITIONS
    return "place" if is_place else None


def _same_thing(subject: _Argument, obj: _Argument) -> bool:
    overlaps = subject.start < obj.end and obj.start < subject.end
    return subject.target.id == obj.target.id or overlaps


def _make_statement(
    passage: Passage,
    sentence: Any,
    subject: _Argument,
    relation: str,
    obj: _Argument,
    qualifiers: tuple[Qualifier, ...],
) -> Statement:
    pairs = [(item.relation, _name(item.target)) for item in qualifiers]
    parts = [f"{item.relation}={item.target.id}" for item in qualifiers]
    relation_key = normalize_name(relation)
    if not isinstance(subject.target, Entity):  # _subjects keeps entities only
        raise TypeError("the subject of a statement must be an entity")
    return Statement(
        id=content_id("statement", subject.target.id, relation_key, obj.target.id, *parts),
        subject=subject.target,
        relation=relation,
        object=obj.target,
        qualifiers=qualifiers,
        text=verbalize(subject.target.name, relation, _name(obj.target), pairs),
        passage_id=passage.id,
        start=sentence.start_char,
        end=sentence.end_char,
        extractor=EXTRACTOR_NAME,
        confidence=CONFIDENCE,
        subject_span=(subject.start, subject.end),
        object_span=(obj.start, obj.end),
    )


def _name(target: Entity | Literal) -> str:
    return target.name if isinstance(target, Entity) else target.value

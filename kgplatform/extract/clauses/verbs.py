"""Reads the facts of verbs: one for each subject and object of a clause, the rest as qualifiers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kgplatform.extract.clauses.facts import Fact
from kgplatform.extract.clauses.parts import (
    ADVERBIAL,
    RELATIVE_WORDS,
    Part,
    clause_words,
    parts_of,
    role_of,
)
from kgplatform.extract.clauses.patterns import load_words
from kgplatform.extract.clauses.phrases import Phrases, Span, is_cut, kind_of, phrase_span
from kgplatform.extract.clauses.predicates import Predicate, read_predicate
from kgplatform.extract.clauses.subjects import RELATIVES, Subjects, leads_object
from kgplatform.extract.grammar.arguments import Argument
from kgplatform.records import Literal, Qualifier

__all__ = ["read_verb", "relational"]

MAX_QUALIFIERS = 8
NEEDED = frozenset("dobj attr acomp oprd dative ccomp xcomp prep agent npadvmod".split())
"""Dependents without which a verb says nothing whole."""
RANKED = frozenset("first second third fourth fifth last only final next previous sole".split())
AUXILIARY = ("aux", "auxpass")


def read_verb(
    verb: Any, subjects: Subjects, phrases: Phrases, lemma_of: Callable[[Any], str]
) -> Iterator[Fact]:
    """Yield the facts of a verb.

    Args:
        verb: a token that is a verb.
        subjects: who the verbs of the passage are about.
        phrases: makes the arguments.
        lemma_of: the base form of a token.
    """
    if verb.dep_ in AUXILIARY or _governs_infinitive(verb, lemma_of):
        return
    about = subjects.of(verb)
    if not about or _is_only_meant(verb, lemma_of):
        return
    predicate = read_predicate(verb, lemma_of)
    if lemma_of(verb) == "be":
        described = _relation_of_predicate(verb, phrases)
        if described is not None:
            words, canonical, obj = described
            part = Part([obj], verb, words, canonical, 0, "attr")
            adjuncts = _adjuncts(predicate, phrases, lemma_of)
            yield from _facts(predicate, about, [part, *adjuncts], phrases)
            return
    parts = parts_of(predicate, phrases, lemma_of)
    if lemma_of(verb) == "be" and (own := subjects.own(verb)) is not None:
        parts = [_as_list(part, own, phrases) for part in parts]
    if any(child.dep_ == "expl" for child in verb.children):
        parts = [part for part in parts if part.role != "attr"]  # "there was": it is the subject
    parts += _gap(verb, parts, subjects)
    yield from _facts(predicate, about, _said(verb, parts, phrases, lemma_of), phrases)


def _as_list(part: Part, subject: Any, phrases: Phrases) -> Part:
    """Return what a plural is as one: "the regions are Agder and Troms", of which each is one."""
    is_plural = subject.tag_ in ("NNS", "NNPS")
    if part.role != "attr" or len(part.arguments) < 2 or not is_plural:
        return part
    return part._replace(arguments=[phrases.words(phrase_span(part.token, joined=True))])


def _governs_infinitive(verb: Any, lemma_of: Callable[[Any], str]) -> bool:
    """Return whether a verb only leads to another, "agreed to buy": that one has the fact."""
    for child in verb.children:
        inner = child
        if child.dep_ in ("acomp", "oprd") and child.pos_ == "ADJ":
            inner = next((t for t in child.children if t.dep_ == "xcomp"), child)
        if inner.dep_ == "xcomp" and inner.tag_ in ("VB", "VBG"):
            return not leads_object(verb, lemma_of)
    return False


def _is_only_meant(verb: Any, lemma_of: Callable[[Any], str]) -> bool:
    """Return whether an infinitive is what an object is made or meant to do, "trained bees to"."""
    governor = verb.head
    if verb.dep_ != "xcomp" or not leads_object(governor, lemma_of):
        return False
    lemma = lemma_of(governor)
    return not any(lemma in verbs for verbs in load_words()["governors"].values())


def _adjuncts(predicate: Predicate, phrases: Phrases, lemma_of: Callable[[Any], str]) -> list[Part]:
    parts = parts_of(predicate, phrases, lemma_of)
    return [part for part in parts if part.role not in ("attr", "dobj")]


def relational(noun: Any, phrases: Phrases) -> tuple[str, str, Argument] | None:
    """Return what a noun says of an entity: "mother of" in "Toby's mother", "chair of" in "of X".

    None where the noun is not about another entity.
    """
    if noun.pos_ != "NOUN" or _is_narrowed(noun):
        return None
    for child in noun.children:
        holder = None
        if child.dep_ == "poss":
            holder = child
        elif child.dep_ == "prep" and child.lower_ == "of" and child.i > noun.i:
            holder = next((obj for obj in child.children if obj.dep_ == "pobj"), None)
        if holder is None:
            continue
        found = [one for one in phrases.objects(holder)[:1] if not isinstance(one.target, Literal)]
        if found:
            first = phrase_span(noun).first
            words = noun.doc[first.i : noun.i + 1]
            kept = [t for t in words if t.dep_ not in ("det", "poss", "case") or t.head.i != noun.i]
            kept = [t for t in kept if not holder.left_edge.i <= t.i <= holder.right_edge.i]
            text = " ".join(token.text for token in kept)
            return f"{text} of", f"{noun.lower_} of", found[0]
    return None


def _is_narrowed(noun: Any) -> bool:
    """Return whether the first or most of something is that only of some: "her first book on X"."""
    ranks = (t for t in noun.lefts if t.tag_ == "JJS" or t.lower_ in RANKED)
    if next(ranks, None) is None:
        return False
    after = (t for t in noun.rights if t.dep_ in ("prep", "relcl", "acl") and t.lower_ != "of")
    return next(after, None) is not None


def _relation_of_predicate(verb: Any, phrases: Phrases) -> tuple[str, str, Argument] | None:
    for child in verb.children:
        if child.dep_ == "attr":
            return relational(child, phrases)
    return None


def _gap(verb: Any, parts: list[Part], subjects: Subjects) -> list[Part]:
    """Return what a relative clause leaves out: its antecedent, as object, place or time."""
    antecedent = subjects.antecedent(verb)
    own = subjects.own(verb)
    if antecedent is None or (own is not None and own.tag_ in RELATIVES) or own is None:
        return []
    arguments = subjects.referents(antecedent)
    for child in verb.children:
        if child.dep_ in ("dobj", "attr", "oprd") and child.lower_ in RELATIVE_WORDS:
            return [Part(arguments, antecedent, "", "", 0, "dobj")]
        if child.tag_ == "WRB" and child.lower_ in ("where", "when"):
            role = "place" if child.lower_ == "where" else "time"
            return [Part(arguments, antecedent, "in", "in", 11, role)]
        if child.dep_ in ("prep", "agent"):
            for obj in child.children:
                if obj.dep_ == "pobj" and obj.lower_ in RELATIVE_WORDS:
                    kind = kind_of(arguments[0]) if arguments else ""
                    role = role_of(child.lower_, kind, token=antecedent)
                    return [Part(arguments, antecedent, child.lower_, child.lower_, 11, role)]
    has_object = any(part.rank == 0 for part in parts)
    opens = any(child.dep_ in ("ccomp", "xcomp") for child in verb.children)
    return [] if has_object or opens else [Part(arguments, antecedent, "", "", 0, "dobj")]


def _said(
    verb: Any, parts: list[Part], phrases: Phrases, lemma_of: Callable[[Any], str]
) -> list[Part]:
    """Return the parts of a verb with the clause that is its object, as words."""
    clause = next((t for t in verb.children if t.dep_ == "ccomp"), None)
    is_speech = lemma_of(verb) in load_words()["speech"]
    if clause is None or not (is_speech or clause.left_edge.i == verb.i + 1):
        return parts
    if clause.i < verb.i and any(t.text == ";" for t in verb.doc[clause.i : verb.i]):
        return parts
    if any(part.rank == 0 and part.arguments for part in parts):
        if not is_speech:
            return parts
        # "told the court that"
        parts = [p._replace(rank=20, role="recipient") if p.rank == 0 else p for p in parts]
    words = "that" if any(t.lower_ == "that" for t in clause.children) else ""
    said = Part([clause_words(clause, phrases)], clause, words, "", 0, "speech")
    return [*parts, said]


def _facts(
    predicate: Predicate, about: list[Argument], parts: list[Part], phrases: Phrases
) -> Iterator[Fact]:
    """Yield a fact for each subject and each object of a clause."""
    parts = [part for part in parts if part.arguments]
    core = min(parts, key=lambda part: (part.rank, part.token.i), default=None)
    if core is None:
        # The verb itself is what is said: "the group abstained".
        verb = predicate.verb
        if not _is_whole(verb) or predicate.lemma in load_words()["speech"]:
            return
        particle = next((t for t in verb.rights if t.dep_ == "prt" and t.i == verb.i + 1), verb)
        core = Part([phrases.words(Span(verb, particle))], verb, "", "", 0, "verb")
        predicate = predicate._replace(words=predicate.without_verb)
    if _says_nothing(predicate, core) or _is_distributed(predicate.verb, about, core):
        return
    rest = [part for part in parts if part is not core]
    relation = " ".join(filter(None, (predicate.words, core.words)))
    canonical = " ".join(filter(None, (predicate.lemma, core.lemma)))
    kind = core.role if core.role in ("speech", "verb") else _construction(predicate.verb)
    for subject in about:
        for obj in core.arguments:
            yield Fact(
                subject,
                relation,
                canonical,
                obj,
                kind,
                predicate.verb,
                predicate.chain,
                tuple(_qualifiers(rest, exclude=(subject, obj))),
            )


def _says_nothing(predicate: Predicate, core: Part) -> bool:
    """Return whether only when or how something is was read, "is now", and not what."""
    return predicate.lemma == "be" and core.rank >= ADVERBIAL and core.token.pos_ == "ADV"


def _is_distributed(verb: Any, about: list[Argument], core: Part) -> bool:
    """Return whether each of several has its own: "Ann and Olav won gold and silver, respectively".

    What belongs to which is not read.
    """
    if not any(token.lower_ == "respectively" for token in verb.sent):
        return False
    return max(len(about), len(core.arguments)) > 1 or verb.dep_ == "relcl"


def _is_whole(verb: Any) -> bool:
    """Return whether a verb alone says something: "abstained", not "is", "has" or "saw him"."""
    if verb.pos_ != "VERB" or verb.dep_ in ("acl", "advcl", "xcomp") or verb.tag_ == "VBG":
        return False
    if verb.i + 1 < len(verb.doc) and verb.nbor(1).text in "-–":
        return False  # half a word
    return not any(child.dep_ in NEEDED for child in verb.children)


def _construction(verb: Any) -> str:
    if verb.dep_ == "relcl":
        return "relative clause"
    if verb.dep_ == "acl":
        return "participle"
    if verb.dep_ in ("conj", "advcl", "xcomp"):
        return "shared subject"
    return "clause"


def _qualifiers(parts: list[Part], *, exclude: tuple[Argument, ...]) -> Iterator[Qualifier]:
    seen = {(argument.target.id, argument.start) for argument in exclude}
    count = 0
    for part in sorted(parts, key=lambda part: int(part.token.i)):
        for argument in part.arguments:
            key = (argument.target.id, argument.start)
            overlaps = any(argument.start < a.end and a.start < argument.end for a in exclude)
            lies_in = overlaps and part.rank != 40
            if key in seen or lies_in or is_cut(argument) or count == MAX_QUALIFIERS:
                continue
            seen.add(key)
            count += 1
            role = {"dobj": "object", "attr": "as", "speech": "that"}.get(part.role, part.role)
            yield Qualifier(role or "in", *argument)

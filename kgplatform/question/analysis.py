"""What a question asks for: kind of answer, relations, names, and the entities it compares.

Rules over the words alone: no model, well under a millisecond. Nothing here sees the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgplatform.question.answer_types import kind_of_noun
from kgplatform.question.lexicon import RELATIONS, Relation
from kgplatform.question.names import NAME, blank_names, find_names
from kgplatform.text.hours import ASKS_HOURS
from kgplatform.text.words import STOP_WORDS, content_stems, fold

__all__ = ["ANY", "CHOICE", "SPAN", "YES_AND_NO", "YES_NO", "Asked", "analyse"]

SPAN, CHOICE, YES_NO = "span", "choice", "yes/no"
YES_AND_NO = frozenset({"yes", "no"})
ANY = "ANY"
YES_NO_START = re.compile(
    r"^(?:are|is|was|were|do|does|did|has|have|had|can|could|will|would)\b", re.IGNORECASE
)
BEFORE_OPTION = re.compile(
    r"^(?:the (?:band|film|movie|song|magazine|actor)|either|between)\s+", re.IGNORECASE
)
COMPARES = re.compile(
    r"\b(?:first|earlier|later|older|younger|oldest|youngest|earliest|latest|recent(?:ly)?|longer|"
    r"more|most|fewer|less|larger|largest|bigger|higher|taller|greater|closer|newer|sooner|"
    r"between|which|who|what)\b",
    re.IGNORECASE,
)
COMPOSED = tuple(
    (re.compile(rf"\b{kin}\b"), chain)
    for kin, chain in (
        ("maternal grandfather", "father of the mother"),
        ("maternal grandmother", "mother of the mother"),
        ("paternal grandfather", "father of the father"),
        ("paternal grandmother", "mother of the father"),
        ("grandfather", "father of the father"),
        ("grandmother", "mother of the father"),
        ("father-in-law", "father of the spouse"),
        ("mother-in-law", "mother of the spouse"),
        ("(?:sister|brother|sibling)-in-law", "sibling of the spouse"),
        ("(?:child|son|daughter)-in-law", "spouse of the child"),
        ("step-?mother|step-?father", "spouse of the father"),
        ("uncle|aunt", "sibling of the father"),
        ("grandchild|grandson|granddaughter", "child of the child"),
    )
)
HOW_MANY = re.compile(
    r"\bhow (?:many|much|old|long|far|tall|big|high|large|deep|heavy|wide|thick|fast|hot|cold|warm|"
    r"loud|powerful)\b"
)
TYPE_OF_WORD = {"who": "PERSON", "whom": "PERSON", "when": "DATE", "where": "PLACE"}
MOST_REPEATS = 2  # "the father of the father"
DOES_CLAUSE = re.compile(r"\b(?:that|which|whom)\s+(?:the\s+)?$")
"""What stands before the verb of a clause in which a name, blanked here, does something."""
_PRICE = (
    r"(?:price|cost|fee|budget|rent|salary|wage|deposit|fine|penalty|refund|surcharge|allowance|"
    r"turnover|revenue|income|profit|discount|bill|bonus|loan|grant|premium|credit)s?"
)
"""Nouns that are amounts of money by themselves."""
MONEY = re.compile(
    r"\bhow much\b.*\b(?:costs?|pay|pays|paid|worth|sell|sold|earn|earned|spend|spent|charged?|"
    r"money)\b"
    r"|\bhow (?:much|high|large|big) (?:is|was|were|are) (?:the|an?|one|our|your) (?:\w+ )?"
    rf"{_PRICE}\b"
    rf"|\bby how much\b.*\b{_PRICE}\b"
    r"|\bwhat (?:is|are|was|were|will be|does|did)? ?(?:the|an?|our|your|its|their)? ?"
    rf"(?:(?!(?:of|for|in|on|at|to|from|by)\b)[\w’'-]+ ){{0,3}}?{_PRICE}\b(?![- ](?:code|"
    r"centre|center|list|plan|period|model))"
    rf"|\bwhat (?:price|budget|fee|salary)\b|\bwhat (?:does|did)\b.*\bcost\b"
)
WHAT_LATER = re.compile(r"\bwhat\b|\bwhich (?:\w+ ){0,2}\w+\W*$", re.IGNORECASE)
"""A question word where a statement has the answer: "It is the capital of what?"."""

ONE_DATE = re.compile(
    r"\bwhen (?:is|was|did)\b|\b(?:what|which) (?:year|date|day)\b", re.IGNORECASE
)
WH_START = re.compile(
    r"^(?:(?:in|on|at|of|from|for|to|by|with|during|after|before|until|since|about|under) )?"
    r"(?:who|whom|whose|when|where|which|what|how|why)\b",
    re.IGNORECASE,
)
WH = re.compile(r"\b(who|whom|whose|when|where|which|what|how|why)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question taken apart. `relations` come in the order they are to be followed.

    `answer_type` is a key of lexicon.KIND_WORDS or ANY; `noun` is the noun after which/what.
    """

    text: str
    kind: str
    answer_type: str
    wants_year: bool
    noun: str
    relations: tuple[Relation, ...]
    names: tuple[str, ...]
    options: tuple[str, ...]
    stems: frozenset[str]

    @property
    def target(self) -> Relation | None:
        """The relation whose filler is asked for."""
        return self.relations[-1] if self.relations else None

    @property
    def asks_for_entity(self) -> bool:
        """Whether it begins with a question word, so that neither yes nor no is an answer."""
        return WH_START.match(self.text) is not None

    def admits(self, answers: Sequence[str]) -> bool:
        """Whether these together can be its answer: yes or no, one side, some entities, a date.

        Of several dates of one event no more than one is right.
        """
        said = YES_AND_NO & {fold(answer) for answer in answers}
        if self.kind == SPAN and len(answers) > 1 and ONE_DATE.search(self.text):
            return False
        if self.kind == SPAN:
            asks_for_entity = self.asks_for_entity or WHAT_LATER.search(self.text)
            return bool(answers) and not (said and asks_for_entity)
        if self.kind == YES_NO:
            return len(answers) == len(said) == 1
        sides = content_stems(" ".join(self.options))
        return len(answers) == 1 and bool(content_stems(answers[0]) & sides)

    @property
    def bridges(self) -> tuple[Relation, ...]:
        """The relations that lead from a named entity to the one asked about."""
        return tuple(relation for relation in self.relations[:-1] if relation.role)


def analyse(question: str) -> Asked:
    """Take a question apart."""
    text = " ".join(question.split())
    yes_no = bool(YES_NO_START.match(text)) and " or " not in text
    options = () if yes_no else _find_options(text)
    names = find_names(text)
    relations = _order_relations(text, names)
    answer_type, noun = _find_type(text, relations)
    return Asked(
        text=text,
        kind=YES_NO if yes_no else CHOICE if options else SPAN,
        answer_type=answer_type,
        wants_year=bool(
            re.search(r"\b(?:what|which) (?:\w+ )?year\b|\bthe year\b", text, re.IGNORECASE)
        ),
        noun=noun,
        relations=relations,
        names=names,
        options=options,
        stems=content_stems(text),
    )


def _find_options(text: str) -> tuple[str, ...]:
    if " or " not in text:
        return ()
    left, right = text.rstrip("? ").rsplit(" or ", 1)
    if YES_NO_START.match(text):  # "Was A or B born first?"
        first, right = left.split(" ", 1)[-1], _leading_name(right)
    else:
        first = _last_name(left.rstrip(", "))
    second = BEFORE_OPTION.sub("", right.strip())
    if not first or not second or not COMPARES.search(text):
        return ()
    return (first, second)


def _leading_name(right: str) -> str:
    match = NAME.match(right)
    return match.group().strip() if match else right


def _last_name(left: str) -> str:
    # "Which film came first, A, B And C" keeps "A, B And C": a comma inside a name is followed
    # by its capital, the comma before the options by the end of a clause in lower case.
    pieces = re.split(r"(?<=[a-z?)]),\s+|:\s+|\bbetween\s+|\beither\s+", left)
    candidate = BEFORE_OPTION.sub("", pieces[-1].strip())
    if len(pieces) > 1:
        clause = [n for n, piece in enumerate(pieces[:-1]) if _is_clause(piece)]
        if clause:
            candidate = ", ".join(pieces[clause[-1] + 1 :]).strip()
        return BEFORE_OPTION.sub("", candidate)
    names = NAME.findall(left)
    return str(names[-1]) if names and len(NAME.findall(left)) > 1 else ""


def _is_clause(piece: str) -> bool:
    words = piece.split()
    return bool(words) and not words[-1][0].isupper()


def _order_relations(text: str, names: tuple[str, ...]) -> tuple[Relation, ...]:
    """Order the relations from the named entity outwards, the one asked for last.

    "the birthplace of the director of X": the later in the text, the sooner it is followed.
    "X's father's wife": the other way round. A relation that is no role is always asked for.
    """
    lowered = blank_names(text, names).casefold()
    for pattern, composed in COMPOSED:
        lowered = pattern.sub(composed, lowered)
    found = _lead_on(
        lowered,
        [
            (match.span(), relation)
            for relation in RELATIONS
            for match in list(relation.asks.finditer(lowered))[:MOST_REPEATS]
        ],
    )
    roles = sorted(
        ((span[0], relation) for span, relation in found if relation.role), key=lambda p: p[0]
    )
    taken = [span for span, relation in found if relation.role]
    facts = [
        relation
        for span, relation in found
        if not relation.role and not (relation.name == "formed" and _overlaps(span, taken))
    ]
    possessive = re.search(r"['’]s\s", lowered)
    if possessive:
        outer = [relation for at, relation in reversed(roles) if at < possessive.start()]
        inner = [relation for at, relation in roles if at >= possessive.start()]
        ordered = inner + outer
    else:
        ordered = [relation for _, relation in reversed(roles)]
    return tuple(ordered + facts[:1])


def _lead_on(
    lowered: str, found: list[tuple[tuple[int, int], Relation]]
) -> list[tuple[tuple[int, int], Relation]]:
    """Take what a named entity does in a clause for what leads on, where more is asked for.

    "Who commanded the ship that X built?" asks for a commander, of the ship that X's building
    leads to.
    """
    clauses = [bool(DOES_CLAUSE.search(lowered[: span[0]])) for span, _ in found]
    if all(clauses):
        return found
    return [
        (span, replace(relation, role=True) if in_clause else relation)
        for (span, relation), in_clause in zip(found, clauses, strict=True)
    ]


def _overlaps(span: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in others)


def _find_type(text: str, relations: tuple[Relation, ...]) -> tuple[str, str]:
    lowered = text.casefold()
    noun, noun_kind = _noun_after_which(lowered)
    if MONEY.search(lowered):
        return "MONEY", noun
    if HOW_MANY.search(lowered):
        return "NUMBER", noun
    if ASKS_HOURS.search(lowered):
        return "DATE", noun
    return noun_kind or _type_without_noun(lowered, noun, relations), noun


def _type_without_noun(lowered: str, noun: str, relations: tuple[Relation, ...]) -> str:
    """Return the type from the relation asked for, else from the question word."""
    target = relations[-1] if relations else None
    if target is not None and not target.role and target.fills != ANY:
        return target.fills
    match = WH.search(lowered)
    by_word = TYPE_OF_WORD.get(match.group()) if match else None
    if by_word or target is None:
        return by_word or ANY
    asks_what_is = re.search(r"\bwhat (?:is|was)\b", lowered) is not None
    return target.fills if target.role or not (noun or asks_what_is) else ANY


def _noun_after_which(lowered: str) -> tuple[str, str | None]:
    """Find the noun that says what is asked for, among the words after which/what."""
    match = re.search(
        r"\b(?:which|what)(?:\s+of)?(?:\s+(?:is|are|was|were))?(?:\s+the)?(?:\s+name\s+of\s+the)?\s+(?P<rest>.*)",
        lowered,
    )
    best: tuple[str, str | None] = ("", None)
    for word in re.findall(r"time zone|[\w\-]+", match["rest"] if match else "")[:6]:
        kind = kind_of_noun(word)
        if word in STOP_WORDS or (best[1] and kind is None):
            break
        best = (word, kind) if kind or not best[1] else best
    return best

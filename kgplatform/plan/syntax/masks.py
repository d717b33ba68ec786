"""Puts one plain name in the place of each name, title and answer, so that a parser sees one word.

"Star Trek: Nemesis" and "'Rules of Engagement'" are nouns, verbs and punctuation to a parser; the
Greek letters that stand for them here are proper nouns each time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kgplatform.plan.language import Reference
from kgplatform.text.demonyms import find_country

__all__ = ["MASK", "NEXT_QUESTION", "Masks", "mask_names"]

LETTERS = (
    "Zeta Kappa Sigma Omega Theta Delta Lambda Gamma Epsilon Omicron Upsilon Alpha Tau Rho Beta"
).split()
MASK = rf"(?:{'|'.join(LETTERS)})\d*"
AT_MASKS = re.compile(rf"\b({MASK})\b")
QUOTED = r"[\"“‘'](?=[\w¿¡])[^\"”“]{1,80}?[\"”’'](?!\w)"
WORD = r"(?:(?:[A-Z]\.)+|[A-ZÀ-ÖØ-Þ0-9][\w’&/:!.+*-]*(?:'(?!s\b)\w+)?)"
LINK = r"(?:\s+(?:of|the|de|la|von|van|der|del|di|du|el|al|for|in|on|at|and|&|–|to|a|du|y)){0,3}\s+"
BRACKET = r"(?:\s\([\w][^()?]{0,40}\))?"  # separates namesakes: "The Zone (2017 film)"
TITLE = (
    r"(?:Jr|Sr|\d+(?:st|nd|rd|th)|(?:Grand |Prince |Princess )?(?:Duke|Duchess|Princess|Prince)|"
    r"Arch(?:duke|duchess)|Earl|Countess|Count|Baroness|Baron|Baronet|Marquess|Marquis|"
    r"Marchioness|Viscountess|Viscount|Landgrave|Margrave|Margravine|Elector|Electress|Lord|Lady|"
    r"King|Queen|Emperor|Empress|Dauphin|Dowager)"
)
"""What may follow a person's name behind a comma: "Frances Vane, Marchioness of Londonderry"."""
JOIN = rf"(?:{LINK}|,\s(?=(?i:{TITLE})\b))"
NAME = re.compile(rf"{QUOTED}|\b{WORD}(?:{JOIN}{WORD})*{BRACKET}")
OR_SIDES = re.compile(
    r"^(?P<head>[A-Z][^A-Z\"“]*?[a-z]), (?:either )?(?P<one>(?:the )?[A-Z0-9\"“'].*?),? or "
    r"(?P<other>(?:the )?[A-Z0-9\"“'].*?) ?\?+$"
)
"""A question that leaves a choice of two: "Which film came out first, A or B?"."""
LIST_OF_NAMES = re.compile(r"^the [^,]+, the ")
LIST_OF_PEOPLE = re.compile(rf", (?!(?:{TITLE})\b)")
NEXT_QUESTION = re.compile(r",? and (?:who|whose|whom|what|which|where|when|why|how)\b")
NO_NAME = frozenset(
    "what which who whom whose where when how why in on at from to of for with by can could please "
    "name list tell give identify find is are was were do does did has have had the a an I among "
    "between under during through into onto as if both either and or".split()
)
PLACE_NOUN = "city country state county university district region town village".split()
CLASS_NOUN = (
    "movie film series book novel song album game company band musical actor singer team award "
    "magazine"
).split() + PLACE_NOUN
CLASS = re.compile(
    r"(?<![Ww]hich )(?<![Ww]hat )\b(?P<words>the (?:play|show) |entire |whole |"
    rf"(?:the )?(?:{'|'.join(PLACE_NOUN)}) of |"
    rf"(?:the )?(?:TV |television )?(?:{'|'.join(CLASS_NOUN)}) (?:titled |called )?)"
    rf"(?P<mask>{MASK})\b"
)
PLURAL_CLASS = re.compile(
    rf"(?:\bthe (?:plays|shows)|(?:\bthe )?"
    rf"\b(?:{'|'.join(f'{noun}s' for noun in CLASS_NOUN)}|countries|counties|cities)) "
    rf"(?={MASK}\b)"
)
OWN_TITLE = re.compile(rf"\b{MASK}['’]s {MASK}(?=['’]s\b)")
BOTH_BEFORE_VERB = re.compile(r"\b((?:that|which|who)(?: are| were| is)?) both (?=[a-z])")
BOTH_FIRST = re.compile(r"(?:are|were|is|was)\s+both\b", re.IGNORECASE)
LOWER_NEXT = re.compile(r"\s+[a-z]")
SPLIT = re.compile(r"\s+and\s+(?:the\s+)?")
TRAILING = ".,:;!?"
TITLE_END = re.compile(r"[?!]+(?=\s+(?!(?:who|what|which|when|where|why|how|and|or|but)\b)[a-z])")
"""Of a title that a question goes on behind: "the director of Who's There? born"."""


@dataclass
class Masks:
    """Which mask stands for what: a name as written, or the answer of a sub-question."""

    meanings: dict[str, str | Reference] = field(default_factory=dict)

    def add(self, meaning: str | Reference) -> str:
        """Return a new mask for something."""
        count = len(self.meanings)
        number = count // len(LETTERS)
        mask = LETTERS[count % len(LETTERS)] + (str(number) if number else "")
        self.meanings[mask] = meaning
        return mask

    def unmask(self, text: str) -> list[str | Reference]:
        """Return a masked text's parts with what the masks stand for."""
        return [self.meanings.get(part, part) for part in AT_MASKS.split(text) if part]

    def written(self, text: str) -> str:
        """Return a masked text as written, answers as their names."""
        parts = self.unmask(text)
        return "".join(p if isinstance(p, str) else "{" + p.name + "}" for p in parts)

    def blanked(self, text: str, word: str) -> str:
        """Return a masked text with one word in the place of each mask."""
        return "".join(word if part in self.meanings else part for part in AT_MASKS.split(text))


def mask_names(question: str) -> tuple[str, Masks]:
    """Return a question with its names masked, and the masks."""
    masks = Masks()
    sides = OR_SIDES.match(question)
    if sides and " or " not in sides["other"] and not _is_more_than_sides(sides):
        written = " or ".join(masks.add(sides[side]) for side in ("one", "other"))
        return _mask_classes(f"{sides['head']}, {written}?", masks), masks
    pieces: list[str] = []
    at = 0
    for match in NAME.finditer(question):
        start, end = _trim(question, *match.span(), is_first=match.start() == 0)
        if BOTH_FIRST.match(question) and LOWER_NEXT.match(question, end):
            end = start + len(_without_adjective(question[start:end]))
        if start >= end or start < at:
            continue
        pieces += [question[at:start], _mask_run(question[start:end], masks)]
        at = end
    return _mask_classes("".join((*pieces, question[at:])), masks), masks


def _without_adjective(run: str) -> str:
    """Take "Norwegian" off "Nansen and Amundsen Norwegian", which a small word follows.

    In "Are both … explorers?" nothing else parts the names from their predicate.
    """
    words = run.split()
    is_part = len(words) > 1 and SPLIT.search(run) and words[-2] != "and"
    return run[: -len(words[-1])].rstrip() if is_part and find_country(words[-1]) else run


def _is_more_than_sides(sides: re.Match[str]) -> bool:
    """Return whether a side is a list, or has another question behind it, and is no title."""
    is_list = LIST_OF_NAMES.match(sides["one"]) is not None
    of_people = sides["head"].casefold().startswith("who ") and LIST_OF_PEOPLE.search(sides["one"])
    return is_list or bool(of_people) or NEXT_QUESTION.search(sides["other"]) is not None


def _mask_classes(text: str, masks: Masks) -> str:
    """Put "the film Zeta" and "the state of Zeta" under one mask; take "films" off "films Zeta".

    "Zeta's Kappa" with something of its own is one title: "Pan's Labyrinth's director".
    """
    text = OWN_TITLE.sub(lambda found: masks.add(masks.written(found[0])), text)
    text = PLURAL_CLASS.sub("", text)

    def join(match: re.Match[str]) -> str:
        meaning = masks.meanings[match["mask"]]
        masks.meanings[match["mask"]] = f"{match['words']}{meaning}"
        return match["mask"]

    text = CLASS.sub(join, text)
    return BOTH_BEFORE_VERB.sub(r"\1 ", text)


def _trim(text: str, start: int, end: int, *, is_first: bool) -> tuple[int, int]:
    """Take question words off a run's beginning and punctuation off its end."""
    while start < end:
        word = re.match(r"\S+\s*", text[start:end])
        plain = word[0].strip().strip(TRAILING) if word else ""
        if (
            word is None
            or plain.casefold() not in NO_NAME
            or (plain != plain.capitalize() and not is_first)
        ):
            break
        if not is_first and plain.casefold() not in ("what", "which", "who", "is", "are"):
            break
        start += word.end()
    while (
        end > start
        and text[end - 1] in TRAILING
        and not re.search(r"\b[A-Z]\.$|\bJr\.$", text[start:end])
    ):
        end -= 1
    own = TITLE_END.match(text, end) if start < end else None
    return start, own.end() if own else end


def _mask_run(run: str, masks: Masks) -> str:
    """Return the mask of a name; two names joined by "and" get one each, unless they are one."""
    if run[0] in "\"“‘'":
        return masks.add(run)
    parts = SPLIT.split(run)
    if len(parts) == 1 or any(len(p.split()) == 0 for p in parts):
        return masks.add(run)
    joins = SPLIT.findall(run)
    written = masks.add(parts[0])
    for join, part in zip(joins, parts[1:], strict=True):
        written += join + masks.add(part)
    return written

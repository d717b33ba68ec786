"""Questions that compare: the sides, and what is to be known of each."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgplatform.plan.syntax.asking import clean, is_person
from kgplatform.plan.syntax.masks import MASK, NEXT_QUESTION
from kgplatform.plan.syntax.splitting import CLASS

__all__ = [
    "COMPARING",
    "LIVED",
    "MASKED",
    "OF_ONE",
    "VERB",
    "Comparison",
    "find_comparison",
    "is_beyond_syntax",
]

SIDE = rf"{CLASS}(?:{MASK}|(?:the )?[\w' -]{{2,40}}?)"
MASKED = rf"{CLASS}{MASK}"
OR = re.compile(
    rf"^(?P<head>.+?)(?:(?:,|:|-|–|\bis it\b)\s*(?:either\s+)?"
    rf"(?P<one>{SIDE}),?\s+or\s+(?P<other>{SIDE})"
    rf"|\b(?:between|out of|of)\s+(?P<left>{MASKED})\s+(?:and|or)\s+(?P<right>{MASKED}))\s*\?*$"
)
VERB = r"(?:do|does|did|are|is|was|were|have|has)"
WHETHER = re.compile(
    rf"^{VERB}\s+(?P<one>{MASKED})\s+or\s+(?P<other>{MASKED})\s+"
    r"(?P<head>.+?)\?*$",
    re.IGNORECASE,
)
LISTED = re.compile(rf"(?:,|:|-|–|\bis it\b)\s*(?:either\s+)?(?P<side>{MASKED})$")
THAN = re.compile(
    rf"^(?P<verb>{VERB})\s+(?P<one>{MASKED})\s+(?P<head>.+?)\s+(?P<word>than|before|after)\s+"
    rf"(?P<other>{MASKED})\s*\?*$",
    re.IGNORECASE,
)
"""Whether one side is more: "Is Zeta larger than Kappa?", "Did Zeta die before Kappa?"."""
BEFORE = re.compile(
    rf"^(?:between|of|out of|among)\s+(?P<one>{MASKED})\s+(?:and|or)\s+(?P<other>{MASKED}),?\s+"
    r"(?P<head>.+?)\?*$",
    re.IGNORECASE,
)
SAME = re.compile(
    rf"^{VERB}\s+(?:both\s+)?(?P<one>{MASKED})\s+and\s+(?P<other>{MASKED})\s+(?:both\s+)?"
    r"(?:of|share|have|from|belong to|located in|in|come from|produced in|released in|at)?"
    r"\s*the same\s+(?P<what>[a-z ]+?)\?*$",
    re.IGNORECASE,
)
PARTICIPLE = (
    r"(?:[a-z]+ed|born|built|made|written|shot|held|sold|sunk|drawn|sung|taught|set|found|laid|"
    r"begun|bought|fought|given|led|shown|sent|spoken|taken|won|cut|hung|hit|torn down)"
)
SAME_DEED = re.compile(
    rf"^(?P<verb>{VERB})\s+(?:both\s+)?(?P<one>{MASKED})\s+and\s+(?P<other>{MASKED})\s+"
    rf"(?:both\s+)?(?P<deed>{PARTICIPLE}|[a-z]+)"
    r"(?:\s+(?P<by>in|at|on|from|to|by|for|with|under))?\s+the same\s+(?P<what>[a-z ]+?)\?*$",
    re.IGNORECASE,
)
"""What was done to both, or by both: "Were Zeta and Kappa born in the same town?"."""
SAME_ROLE = re.compile(
    rf"^{VERB}\s+(?:both\s+)?(?:the\s+)?(?P<role>[a-z ]+?)\s+of\s+(?:both\s+)?"
    rf"(?P<one>{MASKED})\s+and\s+(?:the\s+)?(?:(?P=role)\s+of\s+)?(?P<other>{MASKED})\s+(?:both\s+)?"
    r"(?:\w+\s+){0,2}the same\s+(?P<what>[a-z ]+?)\?*$",
    re.IGNORECASE,
)
SAME_ROLE_OF_BOTH = re.compile(
    rf"^{VERB}\s+(?:both\s+)?(?P<one>{MASKED})\s+and\s+(?P<other>{MASKED})\s+(?:films?\s+|movies?\s+)?"
    r"have\s+(?:the\s+)?(?P<role>[a-z ]+?)s?\s+(?:(?:that|who|which)\s+)?(?:\w+\s+){0,2}the same\s+"
    r"(?P<what>[a-z ]+?)\?*$",
    re.IGNORECASE,
)
WORD = (
    r"(?:more|most|fewer|fewest|less|least|higher|highest|lower|lowest|larger|largest|smaller|"
    r"smallest|greater|greatest|longer|longest|shorter|shortest|bigger|biggest|earlier|earliest|"
    r"later|latest|older|oldest|younger|youngest|taller|tallest|closer|closest|nearer|heavier|"
    r"lighter|faster|slower|deeper|wider|newer|first|last|sooner|recent|recently|better|farther|"
    r"further|richer|hotter|colder|stronger|weaker)"
)
COMPARING = re.compile(rf"\b{WORD}\b", re.IGNORECASE)
CHAIN = re.compile(
    rf"\b(?:whose|(?:has|had|have|with)\s+(?:a|an|the))\s+(?P<role>[a-z ]+?)\s+"
    rf"(?:(?:who|that|which)\s+)?"
    rf"(?P<rest>(?:is|was|were|are|died|lived|has|had)\b.*|born\b.*"
    rf"|(?:(?:is|was)\s+)?{WORD}\b.*)$",
    re.IGNORECASE,
)
HAS = re.compile(
    rf"\b(?P<verb>has|have|had|contains?|receives?|received|won|employs?|earned|scored)\s+"
    rf"(?:a|an|the)?\s*(?P<word>{WORD})\s+(?P<what>.+)$",
    re.IGNORECASE,
)
OF_ONE = {"are": "is", "were": "was", "do": "does", "have": "has"}
COUNTED = frozenset("more most fewer fewest less least".split())
MASS = re.compile(
    r"^(?:total |net |gross )?(?:assets|revenue|money|population|income|water|budget|profit|gdp|"
    r"area|"
    r"weight|mass|debt|expenses?|capacity|attendance)\b"
)
HOW = {
    "old": ("older", "oldest", "younger", "youngest", "newer", "newest"),
    "tall": ("taller", "tallest"),
    "large": ("larger", "largest", "smaller", "smallest", "bigger", "biggest"),
    "long": ("longer", "longest", "shorter", "shortest"),
    "high": ("higher", "highest", "lower", "lowest"),
    "close": ("closer", "closest", "nearer"),
    "far": ("farther", "further"),
    "heavy": ("heavier", "lighter"),
    "fast": ("faster", "slower"),
    "deep": ("deeper",),
    "wide": ("wider",),
    "hot": ("hotter", "colder"),
}
IN_TIME = frozenset("first last earlier earliest later latest sooner".split())
BEGUN = re.compile(
    rf"\b(?P<verb>is|was|were)\s+(?:\w+ly\s+)?(?:{WORD}\s+)?(?P<deed>{PARTICIPLE})\b"
    r"|\b(?P<did>did)\s+(?P<done>[a-z]+)$",
    re.IGNORECASE,
)
"""What happened to a side, of a question which side was the first: "was launched first"."""
EVENTS = (
    (re.compile(r"\bborn\b"), "When was {} born?"),
    (re.compile(r"\bdied?\b|\bpassed away\b"), "When did {} die?"),
    (re.compile(r"\b(?:released|came out|come out|out)\b"), "When was {} released?"),
    (re.compile(r"\b(?:founded|established|formed|started|created)\b"), "When was {} founded?"),
    (re.compile(r"\bpublished\b"), "When was {} published?"),
    (re.compile(r"\b(?:built|completed|constructed)\b"), "When was {} built?"),
    (re.compile(r"\bopened\b"), "When was {} opened?"),
)
LIVED = re.compile(
    r"\blived? (?:longer|shorter)\b|\b(?:longer|shorter) li(?:fe|ved)\b", re.IGNORECASE
)
"""What compares how long two lived, by the dates of birth and death of each."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two or more sides and what to ask of each; "{}" stands for the side or the answer before.

    `roles` lead from the side to what is compared, `values` are all asked of that.
    """

    sides: tuple[str, ...]
    values: tuple[str, ...]
    roles: tuple[str, ...] = ()


def find_comparison(text: str) -> Comparison | None:
    """Return what a masked question compares, None where there is nothing to look up."""
    found = _find_same(text) or _find_more(text)
    if found is not None:
        return found
    match = BEFORE.match(text) or OR.match(text) or WHETHER.match(text)
    if match is None:
        return None
    groups = match.groupdict()
    one, other = groups["one"] or groups["left"], groups["other"] or groups["right"]
    head, further = _cut_listed(match["head"].strip(" ,"))
    if not COMPARING.search(head):
        return None
    sides = (*further, one.strip(), other.strip())
    chain = CHAIN.search(head)
    if chain:
        attribute = _ask_attribute(chain["rest"], is_person=True)
        asked = f"Who is the {chain['role'].strip()} of {{}}?"
        return Comparison(sides, attribute, (asked,)) if attribute else None
    of_person = re.match(r"^\W*who\b|.*\b(?:person|actor|actress|director|singer)\b", head, re.I)
    attribute = _ask_attribute(head, is_person=of_person is not None)
    return Comparison(sides, attribute) if attribute else None


def _cut_listed(head: str) -> tuple[str, tuple[str, ...]]:
    """Return the words before the sides, and the sides of a list that stand among them.

    "Which is older: Zeta, Kappa or Sigma?" has two sides around its "or", and one before them.
    """
    sides: tuple[str, ...] = ()
    while listed := LISTED.search(head):
        sides = (listed["side"].strip(), *sides)
        head = head[: listed.start()].strip(" ,")
    return head, sides


def _find_more(text: str) -> Comparison | None:
    """Return what "Is Zeta larger than Kappa?" compares."""
    match = THAN.match(text)
    if match is None:
        return None
    head = match["head"]
    if match["word"].casefold() == "than" and not COMPARING.search(head):
        return None
    is_age = re.search(r"\b(?:older|elder|younger)\b", head, re.IGNORECASE)  # of whom, or of what?
    said = f"{match['verb']} {head}"
    attribute = ("How old is {}?",) if is_age else _ask_attribute(said, is_person=False)
    return Comparison((match["one"], match["other"]), attribute) if attribute else None


def is_beyond_syntax(text: str) -> bool:
    """Return whether a masked question that is no plain comparison compares all the same.

    "Is Zeta larger than Kappa and Sigma?", "Who is older, Zeta or Kappa, and where was she born?":
    a split at its names would ask nonsense.
    """
    says = COMPARING.search(text) is not None
    is_yes_no = re.match(rf"{VERB}\s", text, re.IGNORECASE) is not None
    return says and (is_yes_no or NEXT_QUESTION.search(text) is not None)


def _find_same(text: str) -> Comparison | None:
    role = SAME_ROLE.match(text) or SAME_ROLE_OF_BOTH.match(text)
    if role:
        asked = f"Who is the {role['role'].strip()} of {{}}?"
        value = f"What is the {role['what']} of {{}}?"
        return Comparison((role["one"], role["other"]), (value,), (asked,))
    same = SAME.match(text)
    if same:
        return Comparison((same["one"], same["other"]), (f"What is the {same['what']} of {{}}?",))
    return _find_same_deed(text)


def _find_same_deed(text: str) -> Comparison | None:
    """Return what "Were Zeta and Kappa born in the same town?" compares: where each was born."""
    match = SAME_DEED.match(text)
    if match is None:
        return None
    verb = match["verb"].casefold()
    if not verb.startswith("d") and not re.fullmatch(PARTICIPLE, match["deed"], re.IGNORECASE):
        return None  # "Are Zeta and Kappa members of the same band?": no verb
    which = clean(f"{match['by'] or ''} which {match['what']}").rstrip("?").strip()
    asked = f"{which.capitalize()} {OF_ONE.get(verb, verb)} {{}} {match['deed']}?"
    return Comparison((match["one"], match["other"]), (asked,))


def _ask_attribute(head: str, *, is_person: bool) -> tuple[str, ...]:
    """Return the questions for the compared value, none where none is seen."""
    lowered = head.casefold()
    if LIVED.search(lowered):
        return ("When was {} born?", "When did {} die?")
    event = next((question for pattern, question in EVENTS if pattern.search(lowered)), "")
    has, word = HAS.search(head), COMPARING.search(lowered)
    if has and not event:
        event = _ask_quantity(has["verb"].casefold(), has["word"].casefold(), has["what"])
    elif not event:
        event = _ask_deed(head, word)
        if word and not event:
            event = _ask_adjective(head, word, is_person=is_person)
    return (event,) if event else ()


def _ask_deed(head: str, word: re.Match[str] | None) -> str:
    """Return when what a side did or was done to it was: "launched first", "launched before"."""
    deed = BEGUN.search(head)
    if deed is None or (word is not None and word[0] not in IN_TIME):
        return ""
    if deed["did"]:
        return f"When did {{}} {deed['done']}?"
    return (
        f"When {OF_ONE.get(deed['verb'].casefold(), deed['verb'].casefold())} {{}} {deed['deed']}?"
    )


def _ask_adjective(head: str, word: re.Match[str], *, is_person: bool) -> str:
    """Return the question for what an adjective compares: "How tall is {}?" for "taller"."""
    how = next((h for h, words in HOW.items() if word[0] in words), "")
    rest = head[word.end() :].strip(" ?,")
    if how == "old":
        return "When was {} born?" if is_person else "When was {} founded?"
    if how:
        return clean(f"How {how} is {{}} {'' if rest.startswith('in ') else rest}")
    if rest:
        return f"What is the {rest} of {{}}?"
    return "When was {} released?" if word[0] in ("first", "earlier", "later") else ""


def _ask_quantity(verb: str, word: str, what: str) -> str:
    noun = re.sub(r"\s+(?:on record|overall)$", "", what.strip(" ?,"))
    if word in COUNTED and is_person(noun):
        return f"Who are the {noun} of {{}}?"  # they are named, and then counted
    if word in COUNTED and not MASS.match(noun.casefold()):
        base = {"has": "have", "had": "have"}.get(verb, verb)
        return f"How many {noun} does {{}} {base}?"
    return f"What is the {noun} of {{}}?"

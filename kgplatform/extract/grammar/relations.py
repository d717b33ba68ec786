"""The names of relations: many ways to say one thing, one canonical phrase for it.

A key is what the text says, in base form: "direct" (active verb and object), "directed by"
(passive), "die in" (verb and preposition), "son of" (noun). Where Wikidata has a plain name for
the property it is the canonical one, and its direction holds: "A directed B" becomes B, director,
A. What is not in the table keeps its own words.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["BY_NOUNS", "DATES", "PHRASES", "RULES", "WORKS", "Rule", "fits", "read_as"]


class Rule(NamedTuple):
    """What a phrase means: relation `name`, from object to subject if `turned`.

    `subjects` and `objects` are the entity types that fit the canonical direction's two ends; an
    empty tuple takes any. Thing always fits.
    """

    name: str
    turned: bool = False
    subjects: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()


WORKS = ("Work", "Event")
THINGS = ("Work", "Product", "Event", "Organization", "Place", "Group")
PEOPLE = ("Person", "Organization", "Group", "Work", "Place", "Product", "Event")
PERSON = ("Person",)
PLACES = ("Place", "Organization", "Event")
BODIES = ("Organization", "Place", "Group", "Event", "Work")

MAKERS = {
    "director": ("direct", "directed"),
    "producer": ("produce", "produced"),
    "screenwriter": ("script", "scripted"),
    "author": ("write author co-author pen", "written authored co-authored penned"),
    "composer": ("compose score", "composed scored"),
    "performer": ("record sing", "performed recorded sung"),
    "publisher": ("publish", "published"),
    "distributor": ("distribute", "distributed"),
    "founded by": ("found co-found establish", "founded co-founded established formed started"),
    "architect": ("design", ""),
    "designed by": ("", "designed"),
    "creator": ("create", "created"),
    "developer": ("develop", "developed"),
    "discoverer": ("discover", "discovered"),
    "editor": ("", "edited"),
    "built by": ("build construct", "built constructed"),
    "owned by": ("own", "owned"),
    "choreographer": ("choreograph", "choreographed"),
    "commissioned by": ("commission", "commissioned"),
    "presenter": ("host", "hosted presented"),
}
"""Canonical relation of an entity to its maker: the verbs that say it, active and passive."""


ON_WORKS = "director producer screenwriter author composer performer choreographer editor".split()


def _makers() -> dict[str, Rule]:
    table = {}
    for name, (active, passive) in MAKERS.items():
        made = WORKS if name in ON_WORKS else THINGS
        for verb in active.split():
            table[verb] = Rule(name, True, made, PEOPLE)
        for participle in passive.split():
            table[f"{participle} by"] = Rule(name, False, made, PEOPLE)
    return table


def _same(rule: Rule, keys: str) -> dict[str, Rule]:
    return dict.fromkeys(keys.split(","), rule)


RULES: dict[str, Rule] = {
    **_makers(),
    **_same(Rule("cast member", False, WORKS, PERSON), "star,feature actor,starring,star as"),
    **_same(Rule("cast member", True, WORKS, PERSON), "star in,appear in,act in,co-star in"),
    **_same(Rule("spouse", False, PERSON, PERSON), "marry,married to,married,wed,marry to"),
    **_same(Rule("spouse", False, PERSON, PERSON), "wife of,husband of,widow of,widower of"),
    **_same(Rule("spouse", False, PERSON, PERSON), "consort of,spouse of,married with"),
    **_same(Rule("parent", False, PERSON, PERSON), "son of,daughter of,child of,born to"),
    **_same(Rule("child", False, PERSON, PERSON), "father of,mother of,parent of,father"),
    **_same(Rule("sibling", False, PERSON, PERSON), "brother of,sister of,sibling of"),
    **_same(Rule("sibling", False, PERSON, PERSON), "half-brother of,half-sister of,twin of"),
    **_same(
        Rule("place of birth", False, PERSON, (*PLACES, "Person")),
        "born in,born at,born near,native of",
    ),
    **_same(
        Rule("place of death", False, PERSON, (*PLACES, "Person")),
        "die in,die at,die near,killed in",
    ),
    **_same(Rule("place of burial", False, PERSON, PLACES), "buried in,buried at,interred in"),
    **_same(Rule("place of burial", False, PERSON, PLACES), "interred at,buried near"),
    **_same(Rule("cause of death", False, PERSON), "die of,die from"),
    **_same(Rule("educated at", False, PERSON, BODIES), "educated at,study at,attend,educated in"),
    **_same(Rule("educated at", False, PERSON, BODIES), "graduate from,graduate at,graduated from"),
    **_same(Rule("educated at", False, PERSON, BODIES), "alumnus of,graduate of,alumna of"),
    **_same(Rule("educated at", False, PERSON, BODIES), "receive degree from,earn degree from"),
    **_same(Rule("employer", False, PERSON, BODIES), "work for,employed by,work at,teach at"),
    **_same(Rule("employer", False, PERSON, BODIES), "professor at,lecturer at,employed at"),
    **_same(Rule("award received", False, (), ()), "awarded,receive award,presented with"),
    **_same(Rule("member of", False, (), BODIES), "member of,belong to,fellow of"),
    **_same(Rule("founded by", True, BODIES, PEOPLE), "founder of,co-founder of"),
    **_same(Rule("director", True, WORKS, PERSON), "director of"),
    **_same(Rule("author", True, WORKS, PERSON), "author of,writer of"),
    **_same(Rule("composer", True, WORKS, PERSON), "composer of"),
    **_same(Rule("based on"), "based on,based upon,adapted from,adaptation of"),
    **_same(Rule("located in", False, (), PLACES), "located in,situated in,located at,lie in"),
    **_same(
        Rule("located in", False, (), PLACES), "situated at,located on,situated on,located near"
    ),
    **_same(Rule("capital of", False, (), PLACES), "capital of,capital city of"),
    **_same(Rule("headquarters location", False, (), PLACES), "headquartered in,based in"),
    **_same(Rule("filming location", False, (), PLACES), "filmed in,shot in,filmed at,shot at"),
    **_same(Rule("publisher", False, WORKS, PEOPLE), "issued by"),
    **_same(Rule("released by", False, WORKS, PEOPLE), "released by,released through"),
    **_same(Rule("named after"), "named after,named for"),
    **_same(Rule("part of", False, (), ()), "part of"),
    **_same(Rule("owned by", True, (), PEOPLE), "owner of"),
    **_same(Rule("replaces"), "replace,succeed"),
    **_same(Rule("replaced by"), "replaced by,succeeded by"),
}
"""Phrase of the text to what it means."""

DATES = {
    **dict.fromkeys(("born",), "date of birth"),
    **dict.fromkeys(("die", "killed", "murdered", "executed", "assassinated"), "date of death"),
    **dict.fromkeys(
        ("released", "published", "premiere", "premiered", "issued", "release"), "publication date"
    ),
    **dict.fromkeys(("founded", "established", "formed", "incorporated", "created"), "inception"),
    **dict.fromkeys(("dissolved", "disbanded", "abolished", "disband"), "dissolved"),
    **dict.fromkeys(("built", "constructed", "erected", "completed"), "inception"),
}
"""Verb (base form, or participle where passive) to the relation that its date fills."""

BY_NOUNS = {
    **dict.fromkeys(("album", "song", "single", "ep", "mixtape", "track"), "performer"),
    **dict.fromkeys(("film", "movie", "documentary"), "director"),
    **dict.fromkeys(
        ("novel", "book", "poem", "play", "novella", "story", "memoir", "essay"), "author"
    ),
    **dict.fromkeys(("opera", "symphony", "ballet", "concerto", "composition"), "composer"),
    **dict.fromkeys(("painting", "sculpture", "fresco", "drawing"), "creator"),
}
"""What "a NOUN by NAME" says of the one named."""

PHRASES = {
    "director": "was directed by",
    "producer": "was produced by",
    "screenwriter": "was written by",
    "author": "was written by",
    "composer": "had its music composed by",
    "performer": "was performed by",
    "publisher": "was published by",
    "distributor": "was distributed by",
    "founded by": "was founded by",
    "architect": "was designed by",
    "designed by": "was designed by",
    "creator": "was created by",
    "developer": "was developed by",
    "discoverer": "was discovered by",
    "editor": "was edited by",
    "built by": "was built by",
    "owned by": "is owned by",
    "choreographer": "was choreographed by",
    "commissioned by": "was commissioned by",
    "presenter": "was presented by",
    "cast member": "stars",
    "spouse": "was married to",
    "parent": "is a child of",
    "father": "has the father",
    "mother": "has the mother",
    "child": "is a parent of",
    "sibling": "is a sibling of",
    "relative": "is a relative of",
    "place of birth": "was born in",
    "place of death": "died in",
    "place of burial": "was buried in",
    "cause of death": "died of",
    "date of birth": "was born on",
    "date of death": "died on",
    "educated at": "was educated at",
    "employer": "worked for",
    "award received": "received",
    "member of": "was a member of",
    "based on": "is based on",
    "located in": "is located in",
    "capital of": "is the capital of",
    "headquarters location": "is based in",
    "filming location": "was filmed in",
    "released by": "was released by",
    "position held": "held the position of",
    "named after": "is named after",
    "part of": "is part of",
    "replaces": "replaced",
    "replaced by": "was replaced by",
    "publication date": "was released in",
    "inception": "was founded in",
    "dissolved": "was dissolved in",
    "country of citizenship": "is",
    "country of origin": "is",
    "also known as": "is also known as",
    "birth name": "was born as",
}
"""Canonical relation to the words that stand for it in a statement's text."""


def read_as(key: str) -> Rule:
    """Return what a phrase means; one that is not in the table means itself."""
    return RULES.get(key) or Rule(key)


def fits(rule: Rule, subject_kind: str, object_kind: str) -> bool:
    """Return whether the two ends of a fact are of kinds that its rule takes."""
    return _takes(rule.subjects, subject_kind) and _takes(rule.objects, object_kind)


def _takes(kinds: tuple[str, ...], kind: str) -> bool:
    return not kinds or kind in kinds or kind == "Thing"

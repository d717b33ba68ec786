"""Words by which questions ask for a relation, by which texts state it, and its name in the graph.

A closed list of everyday relations in English; a question outside it is answered by word overlap
alone. `asks` and `states` are regular expressions over lower-case text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["RELATIONS", "Relation"]


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation: how it is asked for, how it is stated, and the type of what fills it.

    `has_cue` is false where no particular word states it. A `role` relation names its filler
    ("the director"), so that it can lead on to another one.
    """

    name: str
    asks: re.Pattern[str]
    states: re.Pattern[str]
    fills: str
    role: bool = False
    has_cue: bool = True


def _relation(name: str, asks: str, states: str, fills: str, *, role: bool = False) -> Relation:
    return Relation(
        name,
        re.compile(rf"\b(?:{asks})\b"),
        re.compile(rf"\b(?:{states})\b"),
        fills,
        role,
        has_cue=bool(states),
    )


def _role(name: str, asks: str, states: str, fills: str = "PERSON") -> Relation:
    return _relation(name, asks, states, fills, role=True)


RELATIONS = (
    _relation(
        "birth_place",
        r"where (?:was|were|is)\b.*\bborn|place of birth|birth ?place|"
        r"born in (?:what|which)|"
        r"(?:what|which) (?:city|town|country|state|village|county|place)\b.*\bborn",
        r"born|birthplace|place of birth|native of",
        "PLACE",
    ),
    _relation(
        "birth_date",
        r"when (?:was|were|is)\b.*\bborn|date of birth|birth ?date|birthday|"
        r"(?:what|which) (?:year|day|date|month)\b.*\bborn",
        r"born|date of birth",
        "DATE",
    ),
    _relation(
        "death_place",
        r"where did\b.*\b(?:die|pass away)|where (?:was|is) .*\bkilled|place of death|"
        r"die in (?:what|which)|"
        r"(?:what|which) (?:city|town|country|state|village|place)\b.*\bdied?",
        r"died|death|dies|killed|passed away",
        "PLACE",
    ),
    _relation(
        "death_date",
        r"when did\b.*\b(?:die|pass away)|date of death|death date|"
        r"(?:what|which) (?:year|day|date|month)\b.*\b(?:die|died|pass away)",
        r"died|death|killed|passed away",
        "DATE",
    ),
    _relation(
        "burial", r"buried|place of burial|burial", r"buried|burial|interred|tomb|cemetery", "PLACE"
    ),
    _relation(
        "death_cause",
        r"cause of death|why did\b.*\bdie|how did\b.*\bdie|die of|died of|die from",
        r"died of|died from|died after|died in|killed|cause of death|due to|"
        r"of (?:a )?(?:heart|cancer|stroke)|suicide|assassinated|executed|murdered",
        "ANY",
    ),
    _relation(
        "nationality",
        r"nationality|what country .* from|which country .* from|country of citizenship|"
        r"country of origin|citizenship",
        r"",
        "GROUP",
    ),
    _relation(
        "education",
        r"study|studied|educated|graduate[d]?|alma mater|"
        r"(?:university|college|school)\b.*\battend(?:ed)?|attend(?:ed)?",
        r"educated|studied|graduated|attended|student|degree|enrolled|alumnus|alumna",
        "ORG",
    ),
    _relation(
        "work_place",
        r"work at|works at|worked at|work for|employer|employed|where does .* work",
        r"works?|worked|working|employed|professor|employee|joined|taught",
        "ORG",
    ),
    _relation(
        "award",
        r"awards?|prize|medal|honou?r",
        r"award(?:ed)?|prize|medal|won|received|recipient|honou?red",
        "ANY",
    ),
    _relation(
        "location",
        r"where (?:is|are|was|were)|located|location|situated",
        r"located|situated|lies|based|headquartered|in|at|near",
        "PLACE",
    ),
    _relation("capital", r"capital|county seat|seat", r"capital|county seat|seat", "PLACE"),
    _relation(
        "formed",
        r"(?:founded|established|formed|created|built|launched|released|published|opened|completed)",
        r"founded|established|formed|created|built|launched|released|published|opened|"
        r"completed|premiered|constructed|issued",
        "ANY",
    ),
    _role("director", r"director|directed", r"directed|director|film by|directs"),
    _role("composer", r"composer|composed", r"compos(?:ed|er)|music (?:is |was )?by|score|scored"),
    _role(
        "performer",
        r"performer|performed|singer|sang|sings|sung|recorded",
        r"by|performed|sung|recorded|singer|album by|song by|released by",
    ),
    _role(
        "author",
        r"author|writer|wrote|written",
        r"wr[io]t(?:e|ten|er|ing)|author(?:ed)?|novel by|book by|penned|screenplay|screenwriter",
    ),
    _role("producer", r"producer|produced", r"produced|producer|production"),
    _role(
        "actor",
        r"played|plays|portray(?:s|ed)|actor|actress|starred|stars|starring|voiced?",
        r"play(?:s|ed)|portray(?:s|ed)|star(?:s|red|ring)|cast|voiced?|role|actor|actress",
    ),
    _role(
        "creator",
        r"creator|invent(?:ed|or)|designer|designed|architect",
        r"created|creator|invent(?:ed|or)|design(?:ed|er)|architect",
    ),
    _role(
        "founder",
        r"founder|founded by|who founded|who (?:created|established|started)",
        r"founded|founder|established|started|formed|opened",
    ),
    _role("builder", r"builder|built by|who built|constructed by", r"built|builder|constructed"),
    _role(
        "captain",
        r"captain|skipper|commander|commanded",
        r"captain|command(?:ed|er)?|skipper|under|led",
    ),
    _role(
        "spouse",
        r"spouse|wife|husband|married|marry|wed|partner",
        r"married|marriage|wife|husband|spouse|wed|widow|consort|partner",
    ),
    _role(
        "father", r"father|dad", r"son of|daughter of|father|child of|born to|children of|sons? of"
    ),
    _role(
        "mother",
        r"mother|mom",
        r"mother|son of|daughter of|child of|born to|and his wife|by his wife|children",
    ),
    _role(
        "child", r"child|children|son|daughter", r"son|daughter|child|children|father of|mother of"
    ),
    _role("sibling", r"sibling|brother|sister", r"brother|sister|sibling"),
    _role(
        "leader",
        r"president|leader|king|queen|mayor|governor|head|chairman|ceo|emperor|monarch|"
        r"minister|led",
        r"president|leader|king|queen|mayor|governor|head|chairman|ceo|emperor|minister|"
        r"led|leads|elected|ruler",
    ),
    _role(
        "label", r"record label|label", r"label|records|signed|released (?:by|on|through)", "ORG"
    ),
    _role("publisher", r"publisher|published by", r"published|publisher", "ORG"),
    _role(
        "maker",
        r"manufacturer|developer|developed|manufactured|maker|made",
        r"manufactur(?:ed|er)|develop(?:ed|er)|made|produced|built",
        "ORG",
    ),
    _role(
        "owner",
        r"owner|owns|owned|parent company|parent",
        r"own(?:ed|er|s)?|subsidiary|bought|acquired|parent|division of",
        "ORG",
    ),
    _role(
        "team",
        r"team|club|plays? for|played for|sports team",
        r"play(?:s|ed|ing)? for|team|club|signed|joined|member of|coach",
        "ORG",
    ),
    _role(
        "follows",
        r"follows|followed|successor|succeeded|predecessor",
        r"follow(?:s|ed)|succeed(?:s|ed)|successor|predecessor|after|before",
    ),
)

"""Whether a given value is a date or a quantity, and the text of a fact as one line."""

from __future__ import annotations

import re

__all__ = ["kind_of_value", "one_line"]

MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
DATE = re.compile(
    rf"-?\d{{4}}-\d\d(?:-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?)?|[12]\d{{3}}"
    rf"|(?:\d{{1,2}} )?{MONTH}(?: \d{{1,2}},)? -?\d{{1,4}}(?: BC)?|{MONTH} \d{{1,2}}"
    r"|\d{1,4} BC|[12]\d{3}s",
    re.IGNORECASE,
)
NUMBER = r"[-+±]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?"
UNITS = (
    "%|percent|°[CF]?|[kcm]?m|km²|km2|miles?|feet|ft|metres?|meters?|kilomet(?:re|er)s?|[kMG]?g|kg"
    "|tons?|tonnes?|lbs?|hours?|minutes?|seconds?|days?|years?|months?|million|billion|thousand"
)
QUANTITY = re.compile(rf"(?:[$€£¥] ?)?{NUMBER}(?: ?(?:{UNITS})\b\.?| ?%| ?°)?", re.IGNORECASE)


def one_line(text: str) -> str:
    """Return the text with every run of white space as one space, so that a fact is one line."""
    return " ".join(text.split())


def kind_of_value(text: str) -> str | None:
    """Return "date" or "quantity" if a text is one as a whole; a bare 1000..2999 is a year."""
    if DATE.fullmatch(text):
        return "date"
    return "quantity" if QUANTITY.fullmatch(text) else None

"""Which country a word is of: texts say "American" where facts say "United States"."""

from __future__ import annotations

from functools import cache

from kgplatform.packaged import PACKAGE_DIR
from kgplatform.text.names import normalize_name

__all__ = ["find_country"]

FILE = PACKAGE_DIR / "text" / "demonyms.txt"


def find_country(name: str) -> str | None:
    """Return the country that a name or a word for its people stands for, None for others."""
    return _load().get(normalize_name(name))


@cache
def _load() -> dict[str, str]:
    countries: dict[str, str] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        country, colon, others = line.partition(":")
        if not colon or line.startswith("#"):
            continue
        for name in (country, *others.split(",")):
            countries[normalize_name(name)] = country
    return countries

"""Currencies as texts write them, and their ISO 4217 codes.

A name that several currencies share (krone, franc, cent) has no code. "$", "dollar" and "pound"
alone are those of the United States and the United Kingdom, "¥" is Japan's, as most texts mean.
"""

from __future__ import annotations

import re

__all__ = ["CODES", "NAMES", "SIGNS", "Currency", "find_currency"]

CODES = (  # of ISO 4217: those that trade in Europe, the Americas and Asia is done in
    "EUR|USD|GBP|CHF|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|TRY|UAH|JPY|CNY|HKD|SGD|KRW|INR|IDR|THB|"
    "AUD|NZD|CAD|MXN|BRL|ARS|CLP|ZAR|NGN|KES|EGP|ILS|AED|SAR"
)
SIGNS = r"(?:US|A|C|NZ|HK|S)?\$|[€£¥₹₩]|zł|Kč"
NAMES = (
    r"euros?|(?:US |Canadian |Australian )?dollars?|pounds sterling|pounds|pence|cents|"
    r"(?:Swiss )?francs?|(?:Swedish |Danish |Norwegian )?kron(?:or|er|a|e)|zlotys?|yen|rupees?|yuan"
)

Currency = tuple[str, str, float]
"""Code or "", name where there is no code, and how much of it one is: a penny is .01 pounds."""

_OF_SIGN = {
    "$": "USD", "US$": "USD", "A$": "AUD", "C$": "CAD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD",
    "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₩": "KRW", "zł": "PLN", "Kč": "CZK",
}  # fmt: skip
_OF_NAME = {
    "euro": "EUR", "dollar": "USD", "us dollar": "USD", "united states dollar": "USD",
    "canadian dollar": "CAD", "australian dollar": "AUD", "pound sterling": "GBP", "pound": "GBP",
    "swiss franc": "CHF", "swedish krona": "SEK", "danish krone": "DKK", "norwegian krone": "NOK",
    "zloty": "PLN", "yen": "JPY", "rupee": "INR", "yuan": "CNY",
}  # fmt: skip
_SINGULAR = {
    "kronor": "krona", "kroner": "krone", "pounds sterling": "pound sterling", "kr": "krone",
}  # fmt: skip
_SHARED = {"krona": "krone", "krone": "krone", "franc": "franc", "cent": "cent"}
_FORMS = re.compile(
    rf"(?:{SIGNS}|(?:{CODES})\b|(?:{NAMES}|United States dollars?|euro|pound|kr)\b\.?)",
)


def find_currency(text: str) -> tuple[Currency, int] | None:
    """Return the currency that a text begins with, and where its name ends; None for none."""
    match = _FORMS.match(text) or _FORMS.match(text.lower())
    if match is None:
        return None
    form = match.group().rstrip(".")
    code = _OF_SIGN.get(form) or (form if re.fullmatch(CODES, form) else "")
    if code:
        return (code, "", 1.0), match.end()
    if form.lower() == "pence":
        return ("GBP", "", 0.01), match.end()
    *before, last = form.lower().split()
    name = _SINGULAR.get(form.lower()) or " ".join([*before, _SINGULAR.get(last, last.rstrip("s"))])
    return (_OF_NAME.get(name, ""), _SHARED.get(name, ""), 1.0), match.end()

from __future__ import annotations

import pytest

from kgplatform.text.languages import LANGUAGES, detect_language

ENGLISH = (
    "The ferry was built in a yard on the northern shore and carried people and carts across the "
    "bay until the bridge was opened."
)
TEXTS = {
    "de": "Die Fähre wurde auf einer Werft am Nordufer gebaut und brachte Menschen und Wagen über "
    "die Bucht, bis die Brücke eröffnet wurde.",
    "fr": "Le bac fut construit dans un chantier de la rive nord et transportait les gens et les "
    "charrettes à travers la baie jusqu'à l'ouverture du pont.",
    "es": "El transbordador se construyó en un astillero de la orilla norte y llevaba personas y "
    "carros al otro lado de la bahía hasta que se abrió el puente.",
    "it": "Il traghetto fu costruito in un cantiere sulla riva nord e portava persone e carri "
    "dall'altra parte della baia finché non fu aperto il ponte.",
    "nl": "De veerboot werd gebouwd op een werf aan de noordelijke oever en bracht mensen en "
    "karren over de baai totdat de brug werd geopend.",
    "ru": "Паром был построен на верфи на северном берегу и перевозил людей и повозки через залив, "
    "пока не открыли мост.",
    "ja": "渡し船は北岸の造船所で造られ、橋が開通するまで人や荷車を湾の向こう岸まで運んでいました。"
    "今では博物館になっていて、夏の間だけ見学することができます。",
}


@pytest.mark.parametrize("code", TEXTS)
def test_a_text_of_a_sentence_or_two_has_its_language(code: str) -> None:
    assert detect_language(TEXTS[code]) == code
    assert code in LANGUAGES


@pytest.mark.parametrize(
    "text",
    [
        ENGLISH,
        "",
        "Die Fähre.",
        "A-100;B-200;C-300\nX1Y;Z9;QQ\n" * 40,
        "AUSGANG EINGANG KASSE " * 40,
        "He wrote 'Die Fähre am anderen Ufer' in 1931 and moved to the coast when the war ended.",
        "Giovanni Battista della Rovere (Italian: Giovanni Battista della Rovere) was a painter.",
        "Maksim Orlov (Russian: Максим Андреевич Орлов; born 1989) is a footballer who plays as a "
        "goalkeeper.",
        f"{ENGLISH} He called it « {TEXTS['fr'][:60]} ». {ENGLISH} {ENGLISH}",
    ],
    ids=["english", "empty", "short", "codes", "capitals", "title", "name", "script", "quotation"],
)
def test_a_text_that_is_short_or_unclear_is_english(text: str) -> None:
    assert detect_language(text) == "en"


def test_most_of_a_long_text_decides() -> None:
    german, english = TEXTS["de"] + " ", ENGLISH + " "
    assert detect_language(german * 60 + english * 20) == "de"
    assert detect_language(german * 20 + english * 60) == "en"

"""Turns the bytes of a text file into text, or says why that cannot be done.

UTF-8 is assumed and marks (BOM) are honoured. Anything else is only read when its encoding is
beyond doubt: text in the wrong encoding would become facts with wrong names.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from pathlib import Path

from kgplatform.errors import EmptySource, SourceError

__all__ = ["decode_bytes", "decode_file"]

MARKS = (  # the longer mark first: that of UTF-32 begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
SAMPLE_BYTES = 64_000  # detection looks at this much, however long the file is
MIN_COHERENCE = 0.4  # share of letters that fit a known language; right guesses show 0.5 to 0.7
MIN_LONE_GUESS_BYTES = 100  # so long and decodable in one single way: a multi-byte encoding
NEAR_CHAOS, NEAR_COHERENCE = 0.01, 0.05  # guesses this near to the best one are its rivals

WESTERN = (  # the letters of a language beyond ASCII, with those frequent in foreign names
    "àâæçèéêëîïôœùûüÿäöñ",  # French
    "äöüßéèáàçñ",  # German
    "áéíóúüñçªº",  # Spanish
    "áâãàçéêíóôõúüªº",  # Portuguese
    "àèéìòùîü",  # Italian
    "åäöæøéèüáóš",  # Danish, Norwegian, Swedish, Finnish
    "ëïéèöüäáóíúç",  # Dutch
)
CENTRAL = ("ąćęłńóśźż", "áäčďéěíľĺňóôŕřšťúůýž", "áéíóöőúüű", "čćđšž")
LATIN = (  # by frequency, because a few letters may fit more than one
    ("cp1252", WESTERN),
    ("cp1250", CENTRAL),
    ("iso8859-2", CENTRAL),
    ("cp1254", ("çğıöşüâîûi\u0307",)),  # İ becomes i and a dot when it is made small
    ("cp1252", ("áðéíóúýþæö",)),
)
MAX_LATIN_SHARE = 0.25  # of letters that are not ASCII; 0.08 in French, 0.1 in Polish
BETWEEN_WORDS = set("“”„‘’‚–—…•·€£§°«»©®™¿¡½¼¾×±²\xa0\xad")
WITHIN_WORDS = set("’–—…·\xad")
QUOTES = (("“", "”"), ("‘", "’"))
LOW_QUOTES = "„‚"  # never after a letter; after them “ closes
MAX_CONTROL_SHARE = 0.01
CONTROL = re.compile(r"[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]")


def decode_file(file: Path, *, declared: str | None = None) -> str | SourceError:
    """Return the text of a file, line ends made line feeds, or why it is not text.

    Args:
        declared: the encoding that the file itself names, tried after UTF-8.
    """
    return decode_bytes(file.read_bytes(), name=str(file), declared=declared)


def decode_bytes(data: bytes, *, name: str, declared: str | None = None) -> str | SourceError:
    """Return `data` as text, line ends made line feeds, or why it is not text.

    Args:
        name: what to call the data in the message.
        declared: the encoding that the data itself names, tried after UTF-8.
    """
    text = _decode(data, name, declared)
    if isinstance(text, SourceError):
        return text
    if "\0" in text or len(CONTROL.findall(text)) > MAX_CONTROL_SHARE * len(text):
        return SourceError(f"'{name}' holds binary data, not text: give the suffix of its format.")
    if not text.strip():
        return EmptySource(name)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decode(data: bytes, name: str, declared: str | None) -> str | SourceError:
    encoding = next((encoding for mark, encoding in MARKS if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as exc:
        where = exc.start
    if encoding != "utf-8":
        return SourceError(f"'{name}' starts as {encoding} but is not: save it as UTF-8.")
    if b"\0" in data[:SAMPLE_BYTES]:
        return SourceError(
            f"'{name}' holds binary data, not UTF-8 text: give the suffix of its format."
        )
    text = _try_decode(data, declared) or _decode_latin(data) or _try_decode(data, _detect(data))
    if text:
        return text
    return SourceError(
        f"'{name}' is not UTF-8 text (byte {where}) and its encoding is not certain: "
        "save it as UTF-8."
    )


def _try_decode(data: bytes, encoding: str | None) -> str | None:
    try:
        return data.decode(encoding) if encoding else None
    except (UnicodeDecodeError, LookupError):
        return None


def _decode_latin(data: bytes) -> str | None:
    """Return text of a language in Latin letters, if it reads like one in an 8-bit encoding."""
    for encoding, alphabets in LATIN:
        text = _try_decode(data, encoding)
        if text is not None and _reads_like(text, alphabets):
            return text
    return None


def _reads_like(text: str, alphabets: Sequence[str]) -> bool:
    """Return whether all letters beyond ASCII fit one language, and all signs stand as signs do.

    What a wrong encoding makes of a text mixes the letters of several languages ("pøes nìkolik"),
    or has signs within words ("bud¿et").
    """
    beyond = [i for i, char in enumerate(text) if char > "\x7f"]
    signs = [i for i in beyond if text[i] in BETWEEN_WORDS]
    letters = set("".join({text[i] for i in beyond}).lower()) - BETWEEN_WORDS
    if not any(letters <= set(alphabet) for alphabet in alphabets):
        return False
    if len(beyond) - len(signs) > MAX_LATIN_SHARE * sum(map(str.isalpha, text)) + 1:
        return False
    is_low = any(quote in text for quote in LOW_QUOTES)
    if not is_low and any(a in text and z not in text for a, z in QUOTES):
        return False
    return not any(
        text[i - 1 : i].isalpha() and (text[i + 1 : i + 2].isalpha() or text[i] in LOW_QUOTES)
        for i in signs
        if text[i] not in WITHIN_WORDS
    )


def _detect(data: bytes) -> str | None:
    """Return the encoding of words that are not ASCII, if it is certain and they are not Latin.

    Guesses that score alike but read differently are no certainty, and those of Latin letters
    are often wrong.
    """
    from charset_normalizer import from_bytes  # a quarter second to load

    sample = b" ".join(word for word in data.split() if not word.isascii())[:SAMPLE_BYTES]
    matches = list(from_bytes(sample))
    if not matches or matches[0].encoding.startswith(("utf_16", "utf_32")):
        return None
    best = matches[0]
    if any("LATIN" in alphabet.upper() for alphabet in best.alphabets if alphabet != "Basic Latin"):
        return None
    if best.coherence < MIN_COHERENCE:
        is_lone = len(matches) == 1 and best.chaos == 0 and len(sample) >= MIN_LONE_GUESS_BYTES
        return best.encoding if is_lone else None
    readings = {
        str(match)
        for match in matches
        if match.chaos <= best.chaos + NEAR_CHAOS
        and match.coherence >= best.coherence - NEAR_COHERENCE
    }
    return best.encoding if len(readings) == 1 else None

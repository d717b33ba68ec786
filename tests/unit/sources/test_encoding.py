from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.errors import SourceError
from kgplatform.sources.encoding import decode_bytes, decode_file

pytestmark = pytest.mark.unit

GERMAN = "Die Fram wurde in Larvik gebaut. Über die Größe des Schiffes wurde viel gestritten. "
FRENCH = "Le café était très élégant, où les élèves français déjeunaient à l'été. "
RUSSIAN = "Фрам построен в Ларвике. Корабль был спущен на воду в октябре. "
POLISH = "Statek zbudował Colin Archer, a żeglarze byli wdzięczni. Świętowano później całą noc. "
JAPANESE = "フラム号はラルヴィクで建造された。船は十月に進水した。"
CZECH = "Loď postavil Colin Archer a po několika letech přišla znovu do přístavu. "
HUNGARIAN = "A hajót Colin Archer építette. Őszintén szólva űrhajó volt. "
ICELANDIC = "Byggð í Larvík, þegar skipið kom heim voru allir glaðir. "
TURKISH = "Gemi inşa edildi ve buzların içinde uzun süre kaldı. Güneyde değil. "
QUOTED = "It’s a “ship” – he said… and „Schiff“ in German. "
ENGLISH = "The café was open all day and the ship sailed on. "


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_unicode_with_or_without_mark_is_read(encoding: str) -> None:
    assert decode_bytes(JAPANESE.encode(encoding), name="a") == JAPANESE


@pytest.mark.parametrize("mark", ["utf-16-le", "utf-16-be", "utf-32-be"])
def test_mark_of_either_byte_order_is_honoured(mark: str) -> None:
    assert decode_bytes(("\ufeff" + RUSSIAN).encode(mark), name="a") == RUSSIAN


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (GERMAN, "cp1252"),
        (FRENCH, "cp1252"),
        (ENGLISH, "cp1252"),
        (QUOTED, "cp1252"),
        (ICELANDIC, "cp1252"),
        (CZECH, "cp1250"),
        (CZECH, "iso8859-2"),
        (HUNGARIAN, "cp1250"),
        (TURKISH, "cp1254"),
        (POLISH, "iso8859-2"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (POLISH, "cp1250"),
        (JAPANESE * 10, "shift_jis"),
    ],
)
def test_old_encoding_is_read_where_it_is_certain(text: str, encoding: str) -> None:
    assert decode_bytes(text.encode(encoding), name="a") == text


def test_letters_beyond_the_looked_at_part_are_read_too() -> None:
    text = "The ship sailed on. " * 20_000 + GERMAN * 3  # 400 kB of plain letters come first
    assert decode_bytes(text.encode("cp1252"), name="a") == text


@pytest.mark.parametrize(
    "data",
    [
        ENGLISH.encode("cp437"),
        FRENCH.encode("mac-roman"),
        GERMAN.encode("cp850"),
        "The ship 船 sailed north. ".encode("shift_jis"),
        (JAPANESE * 3).encode("euc-jp"),
        bytes(range(128, 256)) * 4,
    ],
    ids=["DOS", "Macintosh", "DOS umlauts", "one sign", "Japanese", "none fits"],
)
def test_uncertain_encoding_is_told_and_not_guessed(data: bytes) -> None:
    failure = decode_bytes(data, name="a.txt")
    assert isinstance(failure, SourceError)
    assert "'a.txt'" in str(failure)
    assert "save it as UTF-8" in str(failure)


def test_encoding_that_the_file_names_is_believed_after_utf_8() -> None:
    assert decode_bytes(POLISH.encode("iso8859-2"), name="a", declared="iso-8859-2") == POLISH
    assert decode_bytes(POLISH.encode(), name="a", declared="iso-8859-2") == POLISH
    assert decode_bytes(ENGLISH.encode("cp1252"), name="a", declared="no-such") == ENGLISH


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"a\0b", "binary"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)), "binary"),
        (b"\x01\x02\x03abc", "binary"),
        ("text".encode("utf-16-le"), "binary"),
        (b"\xff\xfea", "UTF-8"),
        (b"", "empty"),
        (b"\xef\xbb\xbf \r\n", "empty"),
    ],
    ids=["NUL", "PNG", "controls", "UTF-16 without mark", "half a letter", "empty", "blank"],
)
def test_what_is_no_text_is_told(data: bytes, word: str) -> None:
    assert word in str(decode_bytes(data, name="a"))


def test_line_ends_become_line_feeds(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"one\r\ntwo\rthree\n")
    assert decode_file(tmp_path / "a") == "one\ntwo\nthree\n"

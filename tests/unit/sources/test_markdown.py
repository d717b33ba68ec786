from __future__ import annotations

import random
from pathlib import Path

import pytest

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.records.document import Section
from kgplatform.sources.markdown import front_matter_end, parse_markdown, read_markdown
from kgplatform.sources.marked import MarkedText, join_marked

pytestmark = pytest.mark.unit

UNMARKED = (
    "# Fram\n\nA ship,\n  built in Larvik.  \n\n\n## Voyages ##\nShe sailed: north & south.\n"
)


def _read(tmp_path: Path, text: str, name: str = "polar-ship.md") -> Document:
    (tmp_path / name).write_text(text)
    (document,) = read_markdown(tmp_path / name)
    assert isinstance(document, Document)
    return document


@pytest.mark.parametrize(
    ("source", "clean"),
    [
        ("The *Fram* was **built** by __Archer__.", "The Fram was built by Archer."),
        ("[Larvik](http://a.b 'T') and [Oslo][1] and <http://c.d>.", "Larvik and Oslo and http://c.d."),
        ("Sails &amp; masts &eacute; \\*no mark\\*.", "Sails & masts é *no mark*."),
        ("snake_case_name and 2 * 3 * 4.", "snake_case_name and 2 * 3 * 4."),
        ("Use `git *log*` now.", "Use git *log* now."),
        ("![The Fram in ice](fram.png) at rest.", "The Fram in ice at rest."),
        ("![Picture 3](a.png)Words.", "Words."),
        ("She <b>sailed</b><br>north<!-- really -->.", "She sailed\nnorth."),
        ("A claim.[^1]", "A claim."),
        ("~~Old~~ new.", "Old new."),
    ],
)  # fmt: skip
def test_inline_marks_go_and_words_stay(source: str, clean: str) -> None:
    assert parse_markdown(f"{source}\n\n[1]: http://x.y\n").text.strip() == clean


@pytest.mark.parametrize(
    ("source", "clean"),
    [
        ("Crew:\n- Nansen\n- Sverdrup\n", "Crew:\n\nNansen\n\nSverdrup\n"),
        ("1. Sail.\n2. Drift.\n", "1. Sail.\n\n2. Drift.\n"),
        ("> Quoted *here*.\n> More.\n", "Quoted here.\nMore.\n"),
        ("One.\n\n---\n\nTwo.\n", "One.\n\n\nTwo.\n"),
        ("<div align='center'><p>In <b>HTML</b></p></div>\n", "In HTML\n"),
        ("<script>\nalert(1)\n</script>\n\nText.\n", "\nText.\n"),
        ("    indented code\n", "```\nindented code\n```\n"),
        ("~~~py\n# no heading\n~~~\n", "```py\n# no heading\n```\n"),
        ("````\n```\n````\n", "````\n```\n````\n"),
    ],
    ids=["list", "numbers", "quote", "rule", "HTML", "script", "indent", "fence", "fence in fence"],
)
def test_block_marks_go_and_code_is_fenced(source: str, clean: str) -> None:
    assert parse_markdown(source).text == clean


@pytest.mark.parametrize(
    "source",
    [UNMARKED, UNMARKED.rstrip(), "a", "a\n", "\n\na\n\n", "a\n\n\nb\n \n", "# A\n## B\nc"],
)
def test_text_without_marks_but_headings_stays_as_it_is(source: str) -> None:
    assert parse_markdown(source).text == source


def test_headings_become_nested_sections() -> None:
    marked = parse_markdown("Preface.\n\n# *A*\n\none\n\nB\n-\n\ntwo\n\n# C\n\nthree\n")
    text = marked.text
    assert [(s.level, s.heading, text[s.start : s.end].strip()) for s in marked.sections] == [
        (1, "A", "# A\n\none\n\n## B\n\ntwo"),
        (2, "B", "## B\n\ntwo"),
        (1, "C", "# C\n\nthree"),
    ]
    assert marked.title == "A"


def test_number_sign_in_code_is_no_heading() -> None:
    assert parse_markdown("```\n# comment\n```\n").sections == ()


def test_table_has_its_cells_caption_and_place() -> None:
    marked = parse_markdown(
        "Table 1: ships of *Nansen*\n\n"
        "| Ship | Built |\n|:--|--:|\n| **Fram** | 1892 |\n| a\\|b |\n"
    )
    (table,) = marked.tables
    assert table.cells == (("Ship", "Built"), ("Fram", "1892"), ("a|b", ""))
    assert table.caption == "Table 1: ships of Nansen"
    assert marked.text[table.start : table.end] == (
        "| Ship | Built |\n| --- | --- |\n| Fram | 1892 |\n| a\\|b |  |"
    )


def test_table_text_reads_back_as_the_same_table() -> None:
    cells = (("a", "b|c"), ("", "x y"), ("\\", "*z*"))
    source = "| a | b\\|c |\n|-|-|\n|  | x y |\n| \\\\ | \\*z\\* |\n"
    (table,) = parse_markdown(source).tables
    assert table.cells == cells


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ('---\ntitle: "Polar ship"\ntags: [a]\n---\n# Fram\n', "Polar ship"),
        ("+++\ntitle = 'Polar ship'\n+++\nText.\n", "Polar ship"),
        ("---\nlayout: page\n---\n# Fram\n", "Fram"),
        ("```\n# code\n```\n\nText.\n", "polar ship"),
    ],
    ids=["YAML", "TOML", "no title", "no heading"],
)
def test_title_is_in_the_front_matter_or_a_heading_or_the_name(
    tmp_path: Path, text: str, title: str
) -> None:
    assert _read(tmp_path, text).title == title


def test_front_matter_stays_in_the_text_and_offsets_follow_it(tmp_path: Path) -> None:
    front = "---\ntitle: Fram\n---\n"
    document = _read(tmp_path, front + "# A *b*\n\n| x | y |\n|-|-|\n| 1 | 2 |\n")
    assert document.text.startswith(front + "# A b\n")
    assert document.sections[0].start == len(front)
    table = document.tables[0]
    assert document.text[table.start : table.end].startswith("| x | y |")


@pytest.mark.parametrize(
    "text", ["---\n\nA sentence here\n\n---\nText.", "---\n---\n", "--- a\nb: c\n---\n", "a: b\n"]
)
def test_rules_around_prose_are_no_front_matter(text: str) -> None:
    assert front_matter_end(text) == 0


def test_file_of_marks_alone_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("<!-- nothing -->\n\n---\n")
    (failure,) = read_markdown(tmp_path / "a.md")
    assert isinstance(failure, SourceError)
    assert "holds no text" in str(failure)


def test_joined_parts_keep_their_own_sections() -> None:
    parts = [parse_markdown("# A\n\none"), MarkedText("two\n"), parse_markdown("## B\n")]
    joined, starts = join_marked(parts)
    assert joined.text == "# A\n\none\n\ntwo\n\n## B\n"
    assert starts == (0, 10, 15)
    assert joined.sections == (Section(1, "A", 0, 8), Section(2, "B", 15, 20))


def test_any_mixture_of_blocks_keeps_sections_and_tables_in_place() -> None:
    blocks = (
        "# Head *one*", "Setext\n===", "## Two ##", "Plain text.", "Some **bold** text.",
        "- a\n- b", "1. x\n   - y", "> quote", "| a | b |\n|-|-|\n| 1 | *2* |", "```\n# no\n```",
        "---", "<p>html</p>", "[ref]: http://x", "    indented", "![alt](a.png)", "###",
    )  # fmt: skip
    for seed in range(200):
        chosen = random.Random(seed).choices(blocks, k=12)
        marked = parse_markdown("\n\n".join(chosen))
        heads = sum(block in {"# Head *one*", "Setext\n===", "## Two ##"} for block in chosen)
        assert len(marked.sections) == heads
        for section in marked.sections:
            line = marked.text[section.start : section.end].splitlines()[0]
            assert line.strip("# ") == section.heading
        assert len(marked.tables) == sum(block.startswith("|") for block in chosen)
        for table in marked.tables:
            assert marked.text[table.start : table.end] == ("| a | b |\n| --- | --- |\n| 1 | 2 |")
        assert "*" not in marked.text

"""What a web page says: tables, lists, forms and raised characters; and what it does not show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.files import read_file

pytestmark = pytest.mark.unit

Read = Callable[..., Document]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Return a function that reads the body of a page."""

    def read_body(body: str, head: str = "") -> Document:
        file = tmp_path / "page.html"
        file.write_text(f"<html><head>{head}</head><body>{body}</body></html>")
        (document,) = read_file(file)
        assert isinstance(document, Document), document
        return document

    return read_body


def test_merged_cells_stand_in_each_of_their_places(read: Read) -> None:
    document = read(
        "<table><tr><th>Dock<th>Boat<th>Men<tr><td rowspan=2>East<td>Ann<td>3<tr><td>Bob<td>4"
        "<tr><td>West<td colspan=2>closed</table>"
    )
    assert document.tables[0].cells[1:] == (
        ("East", "Ann", "3"),
        ("East", "Bob", "4"),
        ("West", "closed", "closed"),
    )


def test_span_ends_with_its_group_of_rows(read: Read) -> None:
    document = read(
        "<table><thead><tr><th rowspan=9>A<th>B<tbody><tr><td rowspan=0>x<td>1<tr><td>2"
        "<tbody><tr><td>y<td>3</table>"
    )
    assert document.tables[0].cells == (("A", "B"), ("x", "1"), ("x", "2"), ("y", "3"))


def test_header_of_two_levels_is_one_line(read: Read) -> None:
    document = read(
        "<table><tr><th rowspan=2>Boat<th colspan=2>Load<tr><th>In<th>Out"
        "<tr><td>Ann<td>3<td>4</table>"
    )
    assert document.tables[0].cells == (("Boat", "Load > In", "Load > Out"), ("Ann", "3", "4"))


def test_footer_written_first_stays_last_and_caption_is_told(read: Read) -> None:
    document = read(
        "<table><caption>Boats of <b>1900</b></caption><tfoot><tr><td>Total<td>7</tfoot>"
        "<tr><th>Boat<th>Men<tr><td>Ann<td>3<tr><td>Bob<td>4</table>"
    )
    (table,) = document.tables
    assert table.caption == "Boats of 1900"
    assert document.text.startswith("Boats of 1900\n\n| Boat | Men |")
    assert [row[0] for row in table.cells] == ["Boat", "Ann", "Bob", "Total"]


def test_caption_of_a_figure_is_that_of_its_table_and_stands_once(read: Read) -> None:
    document = read(
        "<figure><table><tr><td>Boat<td>Men<tr><td>Ann<td>3</table>"
        "<figcaption>Our boats</figcaption></figure>"
    )
    assert document.tables[0].caption == "Our boats"
    assert document.text.count("Our boats") == 1


@pytest.mark.parametrize(
    "table",
    [
        "<table role=presentation><tr><td>Home<td>Text.<tr><td>a<td>b</table>",
        "<table><tr><td>Home<td><h2>News</h2><p>Text.</table>",
        "<table><tr><td>Home<tr><td>Text.</table>",
        "<table><tr><td><table><tr><td>Home<td>Text.</table></table>",
    ],
    ids=["by its role", "of one row", "of one column", "around another"],
)
def test_table_that_arranges_a_page_is_text(read: Read, table: str) -> None:
    document = read(table)
    assert document.tables == ()
    assert "Home" in document.text
    assert "Text." in document.text
    assert "|" not in document.text


def test_table_in_a_cell_is_kept_in_the_cell_and_below(read: Read) -> None:
    document = read(
        "<table><tr><th>Boat<th>Men<tr><td>Ann<td>"
        "<table><tr><th>Name<th>Pay<tr><td>Max<td>5<tr><td>Tim<td>6</table>"
        "<tr><td>Bob<td>none</table>"
    )
    outer, inner = document.tables
    assert outer.cells[1] == ("Ann", "Name Pay, Max 5, Tim 6")
    assert inner.cells == (("Name", "Pay"), ("Max", "5"), ("Tim", "6"))
    assert inner.caption == "Ann > Men"


def test_names_and_values_in_a_cell_are_lines_below(read: Read) -> None:
    document = read(
        "<table><tr><th>Boat<th>Gear<tr><td>Ann<td><table><tr><td>Oars<td>4<tr><td>Nets<td>2"
        "</table><tr><td>Bob<td>none</table>"
    )
    assert "Ann > Gear\nOars: 4\nNets: 2" in document.text


def test_box_of_facts_is_lines_of_names_and_values(read: Read) -> None:
    document = read(
        "<table><tr><th colspan=2>Ann<tr><th>Built<td>1893<tr><th>Port:<td>Oslo</table>"
    )
    assert document.text == "Ann\n\nBuilt: 1893\nPort: Oslo\n"
    assert document.tables == ()


def test_items_in_a_cell_stay_apart(read: Read) -> None:
    document = read(
        "<table><tr><th>Boat<th>Men<tr><td>Ann<td><ul><li>Max<li>Tim</ul><tr><td>Bob<td>-</table>"
    )
    assert document.tables[0].cells[1] == ("Ann", "Max, Tim")


def test_words_between_cells_are_kept(read: Read) -> None:
    document = read("<table>loose<tr><th>A<th>B<tr><td>1<td>2</table>")
    assert document.text.startswith("loose\n\n| A | B |")


def test_spans_of_too_many_cells_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.html"
    file.write_text("<table>" + "<tr>" + "<td colspan=1000>x" * 4_000 + "<tr><td>y</table>")
    (failure,) = read_file(file)
    assert isinstance(failure, SourceError)
    assert "more than 3,000,000 cells" in str(failure)


@pytest.mark.parametrize(
    "hidden",
    [
        "<p style='color: red; display: none'>secret</p>",
        "<p style='visibility:hidden'>secret</p>",
        "<p style='font-size:0px'>secret</p>",
        "<div hidden><p>secret</div>",
        "<noscript>secret</noscript>",
        "<template><p>secret</template>",
        "<dialog>secret</dialog>",
        "<p class='big off'>secret</p>",
        "<p id=off>secret</p>",
    ],
)
def test_hidden_text_is_not_read_and_counted(read: Read, hidden: str) -> None:
    style = "<style>p.off, #off { display: none } @media print { .shown { display: none } }</style>"
    document = read(f"<p class=shown>Open.</p>{hidden}<details><p>More.</details>", style)
    assert document.text == "Open.\n\nMore.\n"
    assert document.unread == ("1 hidden part",)


def test_hidden_rows_are_no_rows(read: Read) -> None:
    document = read("<table><tr><th>A<th>B<tr hidden><td>0<td>0<tr><td>1<td hidden>9<td>2</table>")
    assert document.tables[0].cells == (("A", "B"), ("1", "2"))
    assert document.unread == ("2 hidden parts",)


def test_struck_out_text_is_not_read_and_counted(read: Read) -> None:
    document = read("<p>Opened in <del>1934</del> <ins>1936</ins> at <s>six</s> seven.")
    assert document.text == "Opened in 1936 at seven.\n"
    assert document.unread == ("2 struck-out parts",)


def test_text_for_the_eye_alone_is_read_unless_it_stands_there_already(read: Read) -> None:
    document = read("<p><i>E=m</i><span aria-hidden=true>E=m</span> <b aria-hidden=true>now</b>")
    assert document.text == "E=m now\n"
    assert document.unread == ()


BOXES = (
    "address article aside blockquote button center dd details div dt fieldset figcaption figure "
    "footer form header hgroup label legend li main option p section summary td x-card"
).split()


@pytest.mark.parametrize("box", BOXES)
def test_boxes_part_their_words(read: Read, box: str) -> None:
    document = read(f"<{box}>one</{box}><{box}>two</{box}>")
    assert document.text.split() == ["one", "two"]


def test_words_within_a_line_go_on(read: Read) -> None:
    document = read("<p>a<b>b</b><span>c</span><wbr>d co&shy;op&#8203;en T&#8209;4 <q>e</q>")
    assert document.text == "abcd coopen T-4 “e”\n"


def test_line_breaks_stay_within_their_paragraph(read: Read) -> None:
    assert read("<p>12 High St<br>Oslo<br>").text == "12 High St\nOslo\n"


def test_raised_and_lowered_characters_stand_apart(read: Read) -> None:
    document = read(
        "<p>40<sup>2</sup> 10<sup>-6</sup> 7<sup>a</sup> 19<sup>th</sup> H<sub>2</sub>O "
        "v<sub>max</sub> 5<sup>1,2</sup> 3<sup>†</sup> "
        "<math><msup><mi>x</mi><mn>2</mn></msup></math>"
    )
    assert document.text == "40² 10⁻⁶ 7^a 19th H2O v_max 5¹,² 3† x²\n"


def test_marks_that_lead_to_notes_are_left_out(read: Read) -> None:
    document = read(
        "<p>Built in 1892<sup><a href='#n1'>1</a></sup> here<a href='#n2'>[2]</a>. "
        "<a href='#top'>Up there</a> <p id=n1>A note. <a href='#r1'>↩</a>"
    )
    assert document.text == "Built in 1892 here. Up there\n\nA note.\n"


def test_terms_stand_in_the_line_of_their_definition(read: Read) -> None:
    document = read(
        "<dl><dt>Area<dd>12 km<dt>Mayor<dt>Head<dd>Ann<dt>Why?<dd><p>So.<p>More.<dt>Rest</dl>"
    )
    assert document.text == "Area: 12 km\nMayor, Head: Ann\nWhy? So.\n\nMore.\n\nRest\n"


def test_lists_within_definitions_keep_all_terms(read: Read) -> None:
    document = read("<dl><dt>One<dd><dl><dt>Two</dt><dt>Three</dt></dl></dl>")
    assert document.text == "One\n\nTwo\n\nThree\n"


def test_numbers_of_ordered_lists_are_kept(read: Read) -> None:
    document = read("<ol start=3><li>c<li value=7>g<ol><li>x</ol><li>h</ol><ul><li>-</ul>")
    assert document.text == "3. c\n\n7. g\n\n1. x\n\n8. h\n\n-\n"


def test_fields_of_a_form_are_lines(read: Read) -> None:
    document = read(
        "<form><label>Name <input value='Ann Lee'></label><label for=m>Mail:</label>"
        "<input id=m value=a@b.c><label>Size<select><option>S<option selected>M</select></label>"
        "<fieldset><legend>Way</legend><label><input type=radio checked>Sea</label>"
        "<label><input type=radio>Land</label></fieldset>"
        "<label><input type=checkbox checked>Paid</label><label><input type=checkbox>Sent</label>"
        "<input type=hidden value=secret><input type=password value=secret>"
        "<label>Note<textarea>to\nyou</textarea></label></form>"
    )
    lines = document.text.split("\n")
    for line in (
        "Name: Ann Lee", "Mail: a@b.c", "Size: M", "Not selected: S", "Way: Sea",
        "Not selected: Land", "Paid: yes", "Sent: no", "Note: to you",
    ):  # fmt: skip
        assert line in lines
    assert "secret" not in document.text


def test_code_keeps_its_lines(read: Read) -> None:
    document = read("<pre>a\n  b<br>c<button>copy</button></pre>")
    assert "a\n  b\nc\ncopy\n" in document.text


def test_tables_deep_in_one_another_are_no_longer_for_it(read: Read) -> None:
    body = "<p>the innermost</p>"
    for level in range(30):
        body = f"<table><tr><th>a{level}<th>b<tr><td>c{level}<td>{body}</table>"
    text = read(body).text
    assert "the innermost" in text
    assert len(text) < 20_000  # each table once as itself and once in the cell around it

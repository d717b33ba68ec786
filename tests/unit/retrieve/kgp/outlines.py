"""Made documents for the tests of structural questions: outlines as the graph would give them."""

from __future__ import annotations

from collections.abc import Sequence

from kgplatform.retrieve.kgp.structural.outlines import Outline, Part


def page(number: int, start: int, end: int, label: str = "") -> Part:
    return Part("page", f"page-{number}", start, end, label, number)


def table(
    key: str, start: int, caption: str = "", *, on_page: int | None = None, text: str = ""
) -> Part:
    return Part("table", key, start, start + 10, caption, on_page, text=text)


def section(key: str, start: int, end: int, heading: str, level: int = 1) -> Part:
    return Part("section", key, start, end, heading, level=level)


def outline(
    key: str = "report",
    *,
    pages: Sequence[Part] = (),
    sections: Sequence[Part] = (),
    tables: Sequence[Part] = (),
) -> Outline:
    return Outline(
        key, key.title(), f"file:///{key}.pdf", tuple(pages), tuple(sections), tuple(tables)
    )


REPORT = outline(
    pages=[page(1, 0, 100), page(2, 100, 200), page(3, 200, 300)],
    sections=[
        section("s1", 0, 90, "1. Introduction"),
        section("s2", 90, 300, "2. Market size and trade"),
        section("s2.1", 120, 200, "2.1 Wholesale", level=2),
        section("s2.2", 200, 250, "2.2 Retail prices", level=2),
        section("sA", 250, 300, "Appendix 1: Sources"),
    ],
    tables=[
        table(
            "t1", 110, "Table 2.1: Sales of coffee", on_page=2, text="| Brand | Sales |\n| --- |"
        ),
        table(
            "t2", 150, "Table 2.2: Number of shops", on_page=2, text="| Country | Shops |\n| --- |"
        ),
        table("t3", 260, "", on_page=3, text="| Year | Unemployment |\n| --- |\n| 1998 | 7 |"),
    ],
)
"""Three pages; two captioned tables on page 2, one without a caption on page 3."""

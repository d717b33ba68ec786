"""What a document without a title is about: the name that its first words define."""

import pytest

from kgplatform.extract.topic import find_topic, make_subject, make_topic
from kgplatform.sources.text import make_document
from kgplatform.text.names import make_entity

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("The Norge was an airship built in Italy.", "Norge"),
        ("Ada Lovelace (10 December 1815 – 27 November 1852) was a writer.", "Ada Lovelace"),
        ("Umberto Nobile, an Italian engineer, was born in Lauro.", "Umberto Nobile"),
        ('"Ew!"  is a song by Jimmy Fallon.', "Ew!"),
        ("``Till There Was You ''is a song by Meredith Willson.", "Till There Was You"),
        ("My Nights Are More Beautiful Than Your Days is a French film.",
         "My Nights Are More Beautiful Than Your Days"),
        ("Alice in Wonderland: A New Story is a novel.", "Alice in Wonderland: A New Story"),
        ("The 1973 Oklahoma Sooners football team was the seventy-ninth.",
         "1973 Oklahoma Sooners football team"),
        ("František Dvořák, born Bruner, was a painter.", "František Dvořák"),
        ("New Jersey Medical School (NJMS)—also known as Rutgers—is a school.",
         "New Jersey Medical School"),
        ("Saving Private Ryan is a 1998 film.", "Saving Private Ryan"),
    ],
)  # fmt: skip
def test_an_opening_defines_a_name(text: str, topic: str) -> None:
    found = find_topic(text)
    assert found is not None
    assert found.name == topic


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n",
        "It was a cold day.",
        "In 2012, Ada Lovelace was honoured.",
        "By July 1944, the Red Army was deep into Polish territory.",
        "However, the term is used in English.",
        "Developed by Sony, Media Go is a program.",
        "Born in Oslo, she is a painter.",
        "Education is compulsory.",
        "Six matches were contested at the event.",
        "Ann Lee and Bo Ek were the champions.",
        "A German is a citizen of Germany.",
        "Ada Lovelace wrote the first program.",
        "(((((((((((((((((((((((((((((((",
        "“" * 700,
    ],
)
def test_other_beginnings_define_none(text: str) -> None:
    assert find_topic(text) is None


def test_no_more_than_the_opening_is_looked_at() -> None:
    assert find_topic("Ada " + "(" + "x" * 700 + ") is a writer.") is None


def test_a_title_comes_first() -> None:
    text = "The Norge was an airship."
    titled = make_document(uri="u", title="Airships", text=text, media_type="text/plain")
    untitled = make_document(uri="u", title="", text=text, media_type="text/plain")
    assert make_topic(titled) == make_entity("Airships")
    assert make_topic(untitled) == make_entity("Norge")


@pytest.mark.parametrize(
    ("title", "text", "is_named"),
    [
        ("Black hole", "A black hole is a region of space. It is dark.", True),
        ("Bus stop", "Bus stop (also bus halt) is a place where buses stop.", True),
        ("Night bus cancelled", "Riders were told on Monday.", False),
        ("Notes on repairs", "Notes on repairs\n\nThe lift was repaired.", False),
        ("Bus stop", "Bus stop\n\nA bus stop is a place where buses stop.", True),
        ("Repairs", "The lift was repaired.", True),
        ("Ann Lee", "She was a painter.", True),
        ("Night train to Oslo", "It left at nine.", True),
        ("Order 88", "It came too late.", True),
    ],
)
def test_a_title_in_common_words_names_what_the_text_begins_with(
    title: str, text: str, is_named: bool
) -> None:
    document = make_document(uri="u", title=title, text=text, media_type="text/plain")
    assert (make_topic(document) is not None) == is_named
    assert make_subject(document) == make_entity(title)


@pytest.mark.parametrize(
    ("text", "aliases"),
    [
        ("Shawn Adam Levy (born July 23, 1968) is a director.", ("Shawn Levy",)),
        ("Shawn Levy (born July 23, 1968) is a director.", ()),
        ("Charles Franklin Long Jr. (born 1963) is a coach.", ("Charles Long",)),
        ("Vincent Willem van Gogh (1853 – 1890) was a painter.", ("Vincent van Gogh",)),
        ("Sir Hugh John Evans (1890 – 1950) was a writer.", ("Hugh Evans",)),
        ('Leonard Francis "Len" Worley (born 1937) is a footballer.',
         ("Leonard Worley", "Len Worley")),
        ('Edgar "Ed" Poe (1809 – 1849) was a writer.', ("Ed Poe",)),
        ("Marshall Bruce Mathers III (born October 17, 1972), known professionally as Eminem, is a "
         "rapper.", ("Marshall Mathers", "Eminem")),
        ("Ann Lee (born 1989), better known by her stage name Canon, is a rapper.", ("Canon",)),
        ("Ann Lee (born 1989) is a singer, also known as the wife of Bo Ek.", ()),
        ("Prince August Wilhelm Viktor of Prussia (1887 – 1949) was a son.", ()),
        ("The Great Western Railway (GWR) was a company.", ()),
    ],
)  # fmt: skip
def test_a_thing_has_other_names(text: str, aliases: tuple[str, ...]) -> None:
    found = find_topic(text)
    assert found is not None
    assert found.aliases == aliases

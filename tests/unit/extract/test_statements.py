"""The facts that the rules read in sentences of the kinds encyclopaedic text is made of."""

from __future__ import annotations

import pytest

from kgplatform.records import Entity, name_of
from tests.unit.extract.reading_aid import find, read, triples

pytestmark = pytest.mark.unit

Fact = tuple[str, str]

LIVES: list[tuple[str, str, set[Fact]]] = [
    (
        "Shawn Levy",
        "Shawn Adam Levy (born July 23, 1968) is a Canadian film director, producer, and actor.",
        {
            ("date of birth", "July 23, 1968"),
            ("country of citizenship", "Canadian"),
            ("occupation", "film director"),
            ("occupation", "producer"),
            ("occupation", "actor"),
        },
    ),
    (
        "Pál Gábor",
        "Pál Gábor (2 November 1932, Pest – 21 October 1987) was a Hungarian film director.",
        {
            ("date of birth", "2 November 1932"),
            ("place of birth", "Pest"),
            ("date of death", "21 October 1987"),
            ("country of citizenship", "Hungarian"),
            ("occupation", "film director"),
        },
    ),
    (
        "Maria Jones",
        "Maria Jones (born Maria Smith; 1 May 1900, in Paris – 3 May 1980) was a French singer.",
        {
            ("birth name", "Maria Smith"),
            ("date of birth", "1 May 1900"),
            ("place of birth", "Paris"),
            ("date of death", "3 May 1980"),
            ("country of citizenship", "French"),
            ("occupation", "singer"),
        },
    ),
    (
        "Kylie Minogue",
        "Kylie Ann Minogue, (born 28 May 1968), often known simply as Kylie, is a singer.",
        {
            ("date of birth", "28 May 1968"),
            ("also known as", "Kylie"),
            ("occupation", "singer"),
        },
    ),
    (
        "Jerry Paris",  # as corpora of joined tokens write it
        "William Gerald Paris( July 25, 1925 – March 31, 1986) known as Jerry Paris, was an actor.",
        {
            ("date of birth", "July 25, 1925"),
            ("date of death", "March 31, 1986"),
            ("occupation", "actor"),
        },
    ),
]


@pytest.mark.parametrize(("title", "text", "facts"), LIVES, ids=[life[0] for life in LIVES])
def test_lives_are_read_from_brackets(title: str, text: str, facts: set[Fact]) -> None:
    assert triples(read(text, title=title)) == {(title, *fact) for fact in facts}


WORKS: list[tuple[str, str, set[Fact]]] = [
    (
        "Payment on Demand",
        "Payment on Demand is a 1951 American drama film directed by Curtis Bernhardt and "
        "Carl Boese, and starring Bette Davis and Barry Sullivan.",
        {
            ("publication date", "1951"),
            ("country of origin", "American"),
            ("instance of", "American drama film"),
            ("director", "Curtis Bernhardt"),
            ("director", "Carl Boese"),
            ("cast member", "Bette Davis"),
            ("cast member", "Barry Sullivan"),
        },
    ),
    (
        "Who's Minding the Mint?",  # a clause to a parser
        "Who's Minding the Mint? is a 1967 comedy film directed by Howard Morris.",
        {
            ("publication date", "1967"),
            ("instance of", "comedy film"),
            ("director", "Howard Morris"),
        },
    ),
    (
        "Burma Convoy",  # the participle hangs on the wrong name
        "Burma Convoy is a 1941 film about a convoy on the Burma Road directed by Noel Smith.",
        {
            ("publication date", "1941"),
            ("instance of", "film"),
            ("is", "a 1941 film about a convoy"),
            ("director", "Noel Smith"),
        },
    ),
    (
        "Truck Turner",
        "Truck Turner is a 1974 film. Isaac Hayes composed the music. "
        "The screenplay was written by Oscar Williams.",
        {
            ("publication date", "1974"),
            ("instance of", "film"),
            ("composer", "Isaac Hayes"),
            ("screenwriter", "Oscar Williams"),
        },
    ),
    (
        "Limehouse",
        '"Limehouse" is a 1950 song by John Lennon. It was recorded by Kanye West.',
        {
            ("publication date", "1950"),
            ("instance of", "song"),
            ("performer", "John Lennon"),
            ("performer", "Kanye West"),
        },
    ),
]


@pytest.mark.parametrize(("title", "text", "facts"), WORKS, ids=[work[0] for work in WORKS])
def test_works_are_read_from_their_first_sentences(title: str, text: str, facts: set[Fact]) -> None:
    assert triples(read(text, title=title)) == {(title, *fact) for fact in facts}


@pytest.mark.parametrize(
    "verbs", ["directed, produced and written by", "written, produced and directed by"]
)
def test_an_agent_is_shared_by_all_participles(verbs: str) -> None:
    text = f"The Zone is a 2017 film {verbs} Denys Desjardins."
    found = triples(read(text, title="The Zone (film)"))
    assert {relation for _, relation, obj in found if obj == "Denys Desjardins"} == {
        "director",
        "producer",
        "screenwriter",
    }


FAMILIES: list[tuple[str, str, set[tuple[str, str, str]]]] = [
    (
        "Henrik Selberg",
        "Henrik Selberg was a mathematician. He was born in Bergen as the son of Ole Selberg "
        "and Anna Skeie.",
        {
            ("Henrik Selberg", "place of birth", "Bergen"),
            ("Henrik Selberg", "parent", "Ole Selberg"),
            ("Henrik Selberg", "parent", "Anna Skeie"),
        },
    ),
    (
        "Margaret of Brieg",
        "Margaret of Brieg was a duchess. She was a daughter of John Smith and his wife, "
        "Agnes Miller.",
        {
            ("Margaret of Brieg", "father", "John Smith"),
            ("Margaret of Brieg", "mother", "Agnes Miller"),
            ("John Smith", "spouse", "Agnes Miller"),
        },
    ),
    (
        "Robert Graves",
        "Robert Graves was a poet. His father was Alfred Graves. He married Nancy Nicholson.",
        {
            ("Robert Graves", "father", "Alfred Graves"),
            ("Robert Graves", "spouse", "Nancy Nicholson"),
        },
    ),
    (
        "Jane Howard",
        "Jane Howard, the daughter of Henry Howard, was an actress. Her brother Thomas Howard "
        "was a painter.",
        {
            ("Jane Howard", "parent", "Henry Howard"),
            ("Jane Howard", "sibling", "Thomas Howard"),
        },
    ),
]


@pytest.mark.parametrize(("title", "text", "facts"), FAMILIES, ids=[f[0] for f in FAMILIES])
def test_families(title: str, text: str, facts: set[tuple[str, str, str]]) -> None:
    found = triples(read(text, title=title))
    assert {fact for fact in found if fact[1] not in ("occupation", "instance of")} == facts


def test_his_wife_after_a_father_is_not_the_sons() -> None:
    text = "John Smith was a painter. He was the son of Henry Jones by his wife Anna Miller."
    assert ("John Smith", "spouse", "Anna Miller") not in triples(read(text, title="John Smith"))


def test_an_office_has_its_years() -> None:
    text = "Robert Bentley is a politician who served as Governor of Alabama from 2011 until 2017."
    held = find(read(text, title="Robert Bentley"), "position held")
    years = [(q.relation, text[q.start : q.end]) for q in held.qualifiers]
    assert years == [("start time", "2011"), ("end time", "2017")]
    assert held.text == (
        "Robert Bentley held the position of Governor of Alabama (start time: 2011; end time: 2017)"
    )


def test_clauses_with_a_pronoun_are_about_the_title() -> None:
    text = (
        "Eric Samuelsen was a playwright. He was educated at Brigham Young University. "
        "He won the Academy Award in 1990. He died of a heart attack."
    )
    reading = read(text, title="Eric Samuelsen")
    assert find(reading, "educated at").alignment == ("pronoun", "exact")
    won = find(reading, "award received")
    assert [(q.relation, text[q.start : q.end]) for q in won.qualifiers] == [("time", "1990")]
    died = find(reading, "cause of death")
    assert text[slice(*died.subject_span)] == "He"
    assert text[slice(*died.object_span)] == "heart attack"


def test_a_village_lies_in_each_place_named_after_it() -> None:
    text = "Totkuh is a village in Gohreh Rural District, Fin District, Hormozgan Province, Iran."
    found = triples(read(text, title="Totkuh"))
    assert {
        obj for subject, relation, obj in found if (subject, relation) == ("Totkuh", "located in")
    } == {
        "Gohreh Rural District",
        "Fin District",
        "Hormozgan Province",
        "Iran",
    }


def test_the_kind_of_the_title_decides_what_it_and_the_city_mean() -> None:
    text = "Bergen is a city. The city was founded in 1070. It is located in Vestland."
    reading = read(text, title="Bergen")
    assert find(reading, "inception").alignment == ("title", "exact")
    assert find(reading, "inception").subject.type == "Place"
    assert find(reading, "located in").alignment == ("pronoun", "exact")


def test_an_active_clause_is_turned_to_the_canonical_direction() -> None:
    statement = find(read("Robert Wilson directed the play Hamlet."), "director")
    assert isinstance(statement.object, Entity)
    assert (statement.subject.name, statement.object.name) == ("Hamlet", "Robert Wilson")


def test_what_stands_before_a_name() -> None:
    found = triples(read("The Norwegian architect Colin Archer moved to London in 1850."))
    assert found == {
        ("Colin Archer", "country of citizenship", "Norwegian"),
        ("Colin Archer", "occupation", "architect"),
        ("Colin Archer", "moved to", "London"),
    }


def test_an_untabled_relation_keeps_its_words() -> None:
    statement = find(read("Colin Archer moved to London in 1850."), "moved to")
    assert statement.canonical == "move to"
    assert statement.text == "Colin Archer moved to London (time: 1850)"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Aida is an opera.", "Aida is an opera"),
        ("Aida is a European opera.", "Aida is a European opera"),
        ("Aida is a unique opera.", "Aida is a unique opera"),
        ("Aida is an honest opera.", "Aida is an honest opera"),
        ("Aida is a good opera.", "Aida is a good opera"),
    ],
)
def test_the_article_follows_the_sound(text: str, line: str) -> None:
    assert find(read(text, title="Aida"), "instance of").text == line


@pytest.mark.parametrize(
    ("text", "relation", "stance"),
    [
        ("Ann Wilson did not direct Hamlet.", "did not direct", ("denied", "asserted")),
        ("Ann Wilson might direct Hamlet.", "might direct", ("affirmed", "supposed")),
        ("Ann Wilson never married John Brown.", "never married", ("denied", "asserted")),
    ],
)
def test_what_is_denied_or_doubted_is_no_plain_fact(
    text: str, relation: str, stance: tuple[str, str]
) -> None:
    statement = find(read(text), relation)
    assert (statement.polarity, statement.modality) == stance
    assert not any(s.is_plain for s in read(text).statements)


@pytest.mark.parametrize(
    ("text", "nation"),
    [
        ("Elvis Grbac is a Canadian football player.", "Canadian"),
        ("Elvis Grbac is a French-born singer.", "French"),
        ("Elvis Grbac is a Silicon Valley engineer.", "Silicon Valley"),
    ],
)
def test_a_nation_in_another_word_is_no_citizenship(text: str, nation: str) -> None:
    found = triples(read(text, title="Elvis Grbac"))
    assert ("Elvis Grbac", "country of citizenship", nation) not in found


def test_a_list_is_not_about_what_it_lists() -> None:
    text = "Peter Davies, an English composer, wrote music in many genres."
    reading = read(text, title="List of compositions by Peter Davies")
    assert not any(s.subject.name.startswith("List") for s in reading.statements)


def test_equal_facts_are_one_and_the_richer_one_stays() -> None:
    text = (
        "Robert Graves was a poet. Robert Graves married Nancy Nicholson. "
        "Robert Graves married Nancy Nicholson in 1918."
    )
    married = [s for s in read(text, title="Robert Graves").statements if s.relation == "spouse"]
    assert [len(statement.qualifiers) for statement in married] == [1]


EVENTS = [
    ("Marta Berg was born in Oslo on 3 May 1920.", ("place of birth", "Oslo"), {"time"}),
    ("Olav Dahl was killed in Bergen in 1944.", ("place of death", "Bergen"), {"time"}),
    (
        "Olav Dahl died of pneumonia in London on 5 June 1940.",
        ("place of death", "London"),
        {"of", "time"},
    ),
    ("Marta Berg was born on 3 May 1920.", ("date of birth", "3 May 1920"), set()),
    ("Marta Berg died in 1944.", ("date of death", "1944"), set()),
]


@pytest.mark.parametrize(("text", "fact", "roles"), EVENTS)
def test_one_event_is_one_statement(text: str, fact: Fact, roles: set[str]) -> None:
    (event,) = read(text).statements
    assert (event.relation, name_of(event.object)) == fact
    assert {item.relation for item in event.qualifiers} == roles


def test_each_of_several_objects_has_a_statement_that_does_not_name_the_others() -> None:
    text = "Marta Berg received the Holberg Prize and the Abel Prize from the king in 1990."
    statements = read(text).statements
    prizes = {name_of(s.object): {name_of(q.target) for q in s.qualifiers} for s in statements}
    assert set(prizes) == {"Holberg Prize", "Abel Prize"}
    assert not any(set(prizes) & named for named in prizes.values())
    assert all("1990" in named for named in prizes.values())

"""The facts of clauses: one for each, with the roles of its parts, and how it is said."""

from __future__ import annotations

import pytest

from kgplatform.extract.clauses.patterns import load_words
from kgplatform.records import Entity, Literal, Phrase, Statement, name_of
from tests.unit.extract.reading_aid import read

pytestmark = pytest.mark.unit


def lines(text: str) -> list[str]:
    """Return the facts of a text as lines: subject, relation, object, then role and value."""
    return [_line(statement) for statement in read(text).statements]


def _line(statement: Statement) -> str:
    parts = [statement.subject.name, statement.relation, name_of(statement.object)]
    parts += [f"{item.relation}: {name_of(item.target)}" for item in statement.qualifiers]
    return " | ".join(parts)


CLAUSES = [
    ("Ann Berg sold the mill for $3 million.", "Ann Berg | sold | the mill | price: $3 million"),
    ("Ann Berg handed Olav Dahl a letter.", "Ann Berg | handed | a letter | recipient: Olav Dahl"),
    ("The mill was repaired in 1950.", "mill | was repaired in | 1950"),
    ("Marta Berg set up a school in Norway.", "Marta Berg | set up | a school | place: Norway"),
    ("Tax revenue rose by 4 percent.", "Tax revenue | rose by | 4 percent"),
    ("Olav Dahl was fined for speeding.", "Olav Dahl | was fined for | speeding"),
    ("The roof is red.", "roof | is | red"),
    ("The crew slept.", "crew | did | slept"),
    ("3  You start on 7 April 2025.", "you | start on | 7 April 2025"),
    ("Ann Berg is responsible for the books.", "Ann Berg | is responsible for | the books"),
    ("Marta Berg, who plays chess, paints.", "Marta Berg | plays | chess"),
    ("The bridge designed by Olav Dahl is old.", "bridge | designed by | Olav Dahl"),
    ("The letter that Marta Berg wrote has vanished.", "Marta Berg | wrote | letter"),
    ("Marta Berg painted and Olav Dahl sang songs.", "Olav Dahl | sang | songs"),
    ("Marta Berg bought a boat and repaired a house.", "Marta Berg | repaired | a house"),
    ("Olav Dahl's sister Marta Berg teaches maths.", "Marta Berg | teaches | maths"),
    ("Marta Berg, the owner of Norsk Hydro, resigned.", "Marta Berg | is owner of | Norsk Hydro"),
    ("Spokesman Olav Dahl resigned.", "Olav Dahl | is | Spokesman"),
    ("The choir sang well.", "choir | sang | well"),
    ("The firm uses a language other than ours.", "firm | uses | a language other than ours"),
    ("Olav Dahl's purchase of Norsk Hydro failed.", "Olav Dahl | purchase of | Norsk Hydro"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line"), CLAUSES, ids=[text for text, _ in CLAUSES])
def test_a_clause_is_one_fact_with_its_parts(text: str, line: str) -> None:
    assert line in lines(text)


def test_coordination_is_distributed() -> None:
    text = "Marta Berg and Olav Dahl visited Paris and London."
    assert set(lines(text)) == {
        "Marta Berg | visited | Paris",
        "Marta Berg | visited | London",
        "Olav Dahl | visited | Paris",
        "Olav Dahl | visited | London",
    }


def test_an_event_is_one_fact() -> None:
    text = "The Bergen Company was founded by Marta Berg in Oslo in 1905."
    (founded,) = read(text).statements
    assert {(q.relation, name_of(q.target)) for q in founded.qualifiers} == {
        ("place", "Oslo"),
        ("time", "1905"),
    }


STANCES = [
    ("The mill did not close.", ("denied", "asserted", "")),
    ("No miner owned a car.", ("denied", "asserted", "")),
    ("The mill will open a shop.", ("affirmed", "future", "")),
    ("The Tenant shall pay the rent.", ("affirmed", "obliged", "")),
    ("The Tenant may paint the walls.", ("affirmed", "permitted", "")),
    ("Marta Berg plans to sell the mill.", ("affirmed", "planned", "")),
    ("Marta Berg failed to sell the mill.", ("denied", "asserted", "")),
    ("Marta Berg allegedly sold the mill.", ("affirmed", "claimed", "")),
    (
        "According to Olav Dahl, the school teaches maths to girls.",
        ("affirmed", "asserted", "Olav Dahl"),
    ),
    ("Olav Dahl said that the mill would sell flour.", ("affirmed", "future", "Olav Dahl")),
]


@pytest.mark.parametrize(("text", "stance"), STANCES, ids=[text for text, _ in STANCES])
def test_how_it_is_said_is_kept(text: str, stance: tuple[str, str, str]) -> None:
    statements = read(text).statements
    assert stance in [(s.polarity, s.modality, s.attribution) for s in statements]


def test_a_denial_within_a_clause_does_not_deny_what_is_around_it() -> None:
    statements = read("Olav Dahl said that the mill had not closed.").statements
    assert {(s.relation, s.polarity) for s in statements} == {
        ("said that", "affirmed"),
        ("had not", "denied"),
    }


def test_when_something_is_so_is_a_condition_in_the_present() -> None:
    statements = read("Olav Dahl sings when the weather is fine.").statements
    assert {(s.relation, s.modality) for s in statements} >= {("is", "supposed")}


def test_canonical_is_the_base_form_with_particle_and_preposition() -> None:
    text = "Marta Berg has set up a school. The school belonged to Olav Dahl."
    assert {s.canonical for s in read(text).statements} == {"set up", "belong to"}


def test_words_that_facts_are_about_are_a_phrase_of_their_document() -> None:
    reading = read("Marta Berg bought a ferry. The ferry sank in 1970.")
    bought, sank = reading.statements
    assert bought.object == sank.subject
    assert isinstance(bought.object, Phrase)
    assert [mention.surface for mention in reading.mentions] == ["Marta Berg"]
    (named,) = read("The ferry sank.", title="Aurora").statements
    assert named.subject.id == sank.subject.id  # the same document


def test_words_that_no_fact_is_about_stay_a_value() -> None:
    (bought,) = read("Marta Berg bought a ferry.").statements
    assert isinstance(bought.object, Literal)
    assert (bought.object.value, bought.object.datatype) == ("a ferry", "string")


@pytest.mark.parametrize(
    ("text", "value", "parts"),
    [
        ("Marta Berg paid EUR 2.5 million.", "EUR 2.5 million", (2_500_000, "", "EUR")),
        ("Marta Berg paid $1.2bn.", "$1.2bn", (1_200_000_000, "", "USD")),
        ("Marta Berg owes 25,000 pounds.", "25,000 pounds", (25_000, "", "GBP")),
        ("The court fined Marta Berg CHF 300.", "CHF 300", (300, "", "CHF")),
        ("The boat weighs 3.5 tonnes.", "3.5 tonnes", (3.5, "tonne", "")),
        ("The water cooled to -12 °C.", "-12 °C", (-12, "degree Celsius", "")),
    ],
)
def test_a_value_has_its_currency_or_unit(text: str, value: str, parts: tuple[object, ...]) -> None:
    (paid,) = read(text).statements
    amount = paid.object
    assert isinstance(amount, Literal)
    assert (amount.value, (amount.number, amount.unit, amount.currency)) == (value, parts)


def test_a_number_with_a_name_behind_it_is_no_value() -> None:
    (sold,) = read("Marta Berg sold Boeing 747.", known=("Boeing 747",)).statements
    assert isinstance(sold.object, Entity)
    assert sold.object.name == "Boeing 747"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Marta Berg opened the mill on Monday.", "2024-05-13"),
        ("Marta Berg will open the mill on Monday.", "2024-05-20"),
        ("Marta Berg plans to sell the mill on Monday.", "2024-05-20"),
        ("The buyer shall pay Marta Berg on Monday.", "2024-05-20"),
    ],
)
def test_a_day_of_what_is_to_come_is_ahead(text: str, day: str) -> None:
    (fact,) = read(text, date="2024-05-15").statements
    (time,) = (item.target for item in fact.qualifiers if item.relation == "time")
    assert isinstance(time, Literal)
    assert (time.start, time.end, time.is_relative) == (day, day, True)


@pytest.mark.parametrize(
    "text", ["Did Marta Berg sell the mill?", "By Marta Berg", "Sell the mill!"]
)
def test_questions_bylines_and_orders_state_nothing(text: str) -> None:
    assert read(text).statements == ()


def test_a_pronoun_before_any_name_is_somebody_of_the_document() -> None:
    (sold,) = read("He sold the mill.").statements
    assert isinstance(sold.subject, Phrase)
    assert sold.subject.name == "he"


def test_a_greeting_is_no_subject() -> None:
    text = "Dear Mrs Berg, our auditors found an error."
    assert lines(text) == ["auditors | found | an error"]


def test_patterns_have_names_of_their_own() -> None:
    names = [pattern["name"] for pattern in load_words()["pattern"]]
    assert len(names) == len(set(names))


def test_one_of_several_is_not_each_of_them() -> None:
    found = lines("Marta Berg visited Paris or London. Olav Dahl did not visit Paris or London.")
    assert "Marta Berg | visited | Paris or London" in found
    assert "Marta Berg | visited | London" not in found
    assert "Olav Dahl | did not visit | London" in found


def test_a_part_of_a_name_is_no_title_of_the_rest() -> None:
    assert not [line for line in lines("Jens Olav Dahl resigned.") if "| is |" in line]


def test_a_participle_that_describes_is_about_the_noun_before_it() -> None:
    found = lines("Marta Berg recorded the album, featuring Olav Dahl.")
    assert "Marta Berg | featuring | Olav Dahl" not in found
    assert "album | featuring | Olav Dahl" in found


def test_a_participle_that_may_be_about_either_noun_is_not_read() -> None:
    found = lines("It is a film on the life of Marta Berg, based on a diary.")
    assert not [line for line in found if line.startswith("Marta Berg | based")]


def test_how_something_was_not_done_is_a_part_of_it() -> None:
    found = lines("The album did not sell well in Norway.")
    assert [line for line in found if line.startswith("album | did not sell")] == [
        "album | did not sell in | Norway | manner: well"
    ]


def test_half_a_word_is_no_part_of_a_fact() -> None:
    assert not [line for line in lines("Olav Dahl met Father Pierre-") if "Pierre-" in line]


def test_who_is_about_people() -> None:
    found = lines("Olav Dahl is a cyclist from Norway, who won the gold medal.")
    assert "Olav Dahl | won | the gold medal" in found
    assert "Norway | won | the gold medal" not in found


def test_what_several_are_together_none_of_them_is() -> None:
    found = lines("The partners are Norsk Hydro, Equinor and Telenor.")
    assert not [line for line in found if line.endswith("| Equinor")]


def test_what_something_is_used_for_is_its_purpose() -> None:
    found = lines("Marta Berg used her savings to open a school.")
    assert [line for line in found if line.startswith("Marta Berg | used |")]
    assert not [line for line in found if "used to open" in line]


def test_whose_something_is_belongs_to_its_name() -> None:
    found = lines("Marta Berg died in 1950. Her savings went to charities.")
    assert [line for line in found if line.startswith("Marta Berg's savings | went to")]


def test_two_prepositions_are_both_read() -> None:
    (line,) = [x for x in lines("The mill was repaired in 1951 and in 1953.") if "repaired" in x]
    assert "1951" in line
    assert "1953" in line


def test_what_is_quoted_is_not_said_of_who_quotes() -> None:
    found = lines('The poster shows a boat and "sold the mill" in red.')
    assert not [line for line in found if line.startswith("poster | sold")]


def test_a_quotation_ends_where_it_is_closed() -> None:
    found = lines('Marta Berg wrote in the margin "burn these pages" and left.')
    assert "Marta Berg | wrote | burn these pages | in: the margin" in found


def test_a_contrast_is_no_time() -> None:
    (line,) = [x for x in lines("Ann paints boats, while Olav Dahl builds them.") if "paints" in x]
    assert "Olav Dahl" not in line


def test_who_made_a_thing_is_no_part_of_what_is_done_with_it() -> None:
    (line,) = lines("Marta Berg read the novel by Olav Dahl.")
    assert "agent" not in line


def test_the_first_of_some_is_not_the_first_of_all() -> None:
    found = lines("It is Marta Berg's first book on Norway.")
    assert not [line for line in found if "first book of" in line]


def test_what_each_of_several_has_is_not_distributed() -> None:
    found = lines("Marta Berg and Olav Dahl won gold and silver, respectively.")
    assert not [line for line in found if "won" in line]


def test_when_something_is_says_nothing_of_what() -> None:
    assert not [line for line in lines("Marta Berg is now.") if line.endswith("| now")]


def test_a_deputy_is_not_the_one_whom_she_stands_for() -> None:
    found = lines("Marta Berg was the vice president of Norsk Hydro.")
    assert not [line for line in found if "| president of |" in line]
    assert [line for line in found if "vice president of | Norsk Hydro" in line]

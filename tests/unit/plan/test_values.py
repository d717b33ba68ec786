from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgplatform.pipelines.plan.compare import compare, join_spans
from kgplatform.pipelines.plan.options import list_options, widen_options
from kgplatform.pipelines.plan.values import Item, intersect, is_same, unite
from kgplatform.text.measures import read_measure

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "kind", "value", "dimension"),
    [
        ("1,200 km", "quantity", 1_200_000.0, "length"),
        ("1 mile", "quantity", 1609.344, "length"),
        ("$3.5 million", "quantity", 3_500_000.0, "USD"),
        ("about 40 years", "quantity", 40 * 31_556_952.0, "time"),
        ("three", "quantity", 3.0, ""),
        ("94,660,000", "quantity", 94_660_000.0, ""),
        ("-12.5", "quantity", -12.5, ""),
        ("94 employees", "quantity", 94.0, "employee"),
        ("50 %", "quantity", 0.5, "share"),
        ("20 years old", "quantity", 20 * 31_556_952.0, "time"),
        ("5 ft 11 in", "quantity", 71 * 0.0254, "length"),
        ("5'11\"", "quantity", 71 * 0.0254, "length"),
        ("6 feet 2 inches", "quantity", 74 * 0.0254, "length"),
        ("1 h 30 min", "quantity", 5400.0, "time"),
        ("2 hours and 5 minutes", "quantity", 7500.0, "time"),
        ("100 min", "quantity", 6000.0, "time"),
        ("100 °C", "quantity", 373.15, "temperature"),
        ("212 degrees Fahrenheit", "quantity", 373.15, "temperature"),
        ("-40 °F", "quantity", 233.15, "temperature"),
        ("90 km/h", "quantity", 25.0, "speed"),
        ("100 miles per hour", "quantity", 44.704, "speed"),
        ("$3.5M", "quantity", 3_500_000.0, "USD"),
        ("€2bn", "quantity", 2e9, "EUR"),
        ("3.5M", "quantity", 3_500_000.0, ""),
        ("3.5 m", "quantity", 3.5, "length"),
        ("1.2 million people", "quantity", 1_200_000.0, "people"),
        ("1900", "date", 19_000_000.0, ""),
        ("2 May 1900", "date", 19_000_502.0, ""),
        ("1900-05-02", "date", 19_000_502.0, ""),
        ("44 BC", "date", -440_000.0, ""),
        ("79 AD", "date", 790_000.0, ""),
    ],
)
def test_measure_is_read(text: str, kind: str, value: float, dimension: str) -> None:
    measure = read_measure(text)
    assert measure is not None
    assert (measure.kind, measure.dimension) == (kind, dimension)
    assert measure.value == pytest.approx(value)


@pytest.mark.parametrize(
    "text",
    [
        "Oslo",
        "Route 66",
        "2 Fast 2 Furious",
        "Apollo 11",
        "one day in May",
        "5 in 3 ft",
        "Catch 22 min",
        "",
    ],
)
def test_name_is_no_measure(text: str) -> None:
    assert read_measure(text) is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (Item("The Beatles"), Item("beatles"), True),
        (Item("Aurora (ship)"), Item("Aurora"), True),
        (
            Item("USA", aliases=("United States of America",)),
            Item("United States of America"),
            True,
        ),
        (Item("Paris", id="Q90"), Item("Paris", id="Q830149"), False),
        (Item("Big Apple", id="Q60"), Item("New York City", id="Q60"), True),
        (Item("Oslo", id="Q585"), Item("Oslo", id="9f1c3a"), True),
        (Item("Oslo", id="77ab02"), Item("Oslo", id="9f1c3a"), False),
        (Item("1 km"), Item("1,000 m"), True),
        (Item("2 May 1900"), Item("1900-05-02"), True),
        (Item("1900"), Item("2 May 1900"), False),
        (Item("1,000"), Item("1000.0"), True),
        (Item("5 km"), Item("5 kg"), False),
        (Item("Oslo"), Item("Bergen"), False),
        (Item("C++"), Item("C#"), False),
        (Item("C"), Item("C++"), False),
        (Item("C++"), Item("c++"), True),
        (Item("-5 °C"), Item("5 °C"), False),
        (Item("$5"), Item("5"), False),
        (Item("5%"), Item("5"), False),
    ],
)
def test_same_things_are_told(one: Item, other: Item, same: bool) -> None:
    assert is_same(one, other) is is_same(other, one) is same


def test_sets_keep_every_thing_once_in_order() -> None:
    left = (Item("Oslo"), Item("USA", aliases=("United States",)), Item("oslo"))
    right = (Item("United States", id="Q30"), Item("Bergen"))
    assert [i.text for i in unite([left, right])] == ["Oslo", "USA", "Bergen"]
    assert unite([left, right])[1].id == "Q30"
    assert [i.text for i in intersect([left, right])] == ["USA"]
    assert intersect([left, right, ()]) == ()


def test_thing_of_two_sources_is_one_and_keeps_the_identifier_of_wikidata() -> None:
    graph, wikidata = Item("Oslo", id="9f1c3a"), Item("Oslo", id="Q585")
    for lists in ([(graph,), (wikidata,)], [(wikidata,), (graph,)]):
        assert [item.id for item in intersect(lists)] == ["Q585"]
        assert [item.id for item in unite(lists)] == ["Q585"]


items = st.lists(st.sampled_from(["a", "b", "c", "1 km", "1000 m", "1900", "d"]).map(Item)).map(
    tuple
)


@given(items, items)
def test_set_operations_hold_what_sets_hold(
    left: tuple[Item, ...], right: tuple[Item, ...]
) -> None:
    united, shared = unite([left, right]), intersect([left, right])
    assert {i.text for i in shared} <= {i.text for i in united}
    assert len(united) + len(shared) == len(unite([left])) + len(unite([right]))
    assert len(intersect([right, left])) == len(shared)


@pytest.mark.parametrize(
    ("question", "answers", "winner"),
    [
        ("Which has more inhabitants, A or B?", ("94,660,000", "424,931"), "A"),
        ("Which has fewer inhabitants, A or B?", ("94,660,000", "424,931"), "B"),
        ("Who is older, A or B?", ("2 May 1900", "1950"), "A"),
        ("Who is younger, A or B?", ("2 May 1900", "1950"), "B"),
        ("Which city is older, A or B?", ("753 BC", "330"), "A"),
        ("Which city is older, A or B?", ("330", "1703"), "A"),
        ("Who is younger, A or B?", ("37", "1769"), "B"),
        ("Which was founded first, A or B?", ("10,000 BC", "79 AD"), "A"),
        ("Which was founded first, A or B?", ("AD 476", "79 AD"), "B"),
        ("Who is older, A or B?", ("30 years", "42 years"), "B"),
        ("Which is longer, A or B?", ("1 mile", "1.5 km"), "A"),
        ("Which came out first, A or B?", ("1999", "3 June 1998"), "B"),
        ("Which is larger, A or B?", ("5", "5"), "A; B"),
        ("Is A larger than B?", ("5", "4"), "Yes"),
        ("Which has more inhabitants, A or B?", ("1.2 million people", "900000"), "A"),
        ("Which has more inhabitants, A or B?", ("1.2 million people", "1900"), "A"),
        ("Which is hotter, A or B?", ("50 °F", "20 °C"), "B"),
        ("Which is faster, A or B?", ("100 km/h", "70 mph"), "B"),
        ("Who is taller, A or B?", ("5 ft 11 in", "175 cm"), "A"),
        ("Which is longer, A or B?", ("1 h 30 min", "100 min"), "B"),
        ("Is A larger than B?", ("4", "5"), "No"),
        ("Is the age the same for A and B?", ("20 years", "18 years"), "No"),
        ("Are A and B of the same nationality?", ("American", "american"), "Yes"),
        ("Do A and B have different capitals?", ("Oslo", "Bergen"), "Yes"),
        ("Are A and B of the same nationality?", ("American", "United States"), "Yes"),
        ("Are A and B from the same country?", ("British", "Ireland"), "No"),
        ("Was A or B born first?", ("2 May 1900", "1950"), "A"),
        ("Did A die before B?", ("1950", "1940"), "No"),
        ("Is A as tall as B?", ("1 km", "1000 m"), "Yes"),
        ("Were A and B born in the same year?", ("2 May 1900", "3 June 1900"), "Yes"),
        ("Were A and B born in different years?", ("2 May 1900", "3 June 1900"), "No"),
        ("Were A and B born in the same decade?", ("1899", "3 June 1900"), "No"),
        ("Were A and B born in the same century?", ("1801", "1900"), "Yes"),
        ("Were A and B born on the same day?", ("2 May 1900", "3 June 1900"), "No"),
    ],
)
def test_comparison_is_by_value(question: str, answers: tuple[str, str], winner: str) -> None:
    decision = compare(question, ["A", "B"], [(Item(text),) for text in answers])
    assert "; ".join(item.text for item in decision.items) == winner


@pytest.mark.parametrize(
    ("question", "answers", "problem"),
    [
        ("Which is larger, A or B?", ("5 km", "5 kg"), "different units"),
        ("Which is larger, A or B?", ("red", "5 kg"), "neither a number nor a date"),
        ("Which of A and B?", ("4", "5"), "which side wins"),
        ("Were A and B both born in Oslo?", ("Bergen", "Bergen"), "neither a number nor a date"),
        ("Are A and B both novelists?", ("poet", "poet"), "neither a number nor a date"),
        ("Is A larger than B?", ("big", "small"), "neither a number nor a date"),
        ("Were A and B born before 1900?", ("1890", "1880"), "which side wins"),
        ("Is A twice as tall as B?", ("4 m", "2 m"), "which side wins"),
        ("Were A and B born on the same day?", ("1900", "2 May 1900"), "exactly enough"),
        ("Who was born first, A or B?", ("1900", "2 May 1900"), "exactly enough"),
    ],
)
def test_what_cannot_be_compared_is_said_to_be_so(
    question: str, answers: tuple[str, str], problem: str
) -> None:
    decision = compare(question, ["A", "B"], [(Item(text),) for text in answers])
    assert decision.items == ()
    assert problem in decision.problem


def test_words_of_a_name_do_not_say_which_side_wins() -> None:
    answers = [(Item("2015"),), (Item("1991"),)]
    question = "Which TV show premiered earlier, Younger or Sisters?"
    assert compare(question, ["Younger", "Sisters"], answers).items == (Item("Sisters"),)
    question = "Which came out later, The Same Year or First Blood?"
    assert compare(question, ["The Same Year", "First Blood"], answers).items == (
        Item("The Same Year"),
    )


def test_what_is_told_by_name_is_counted() -> None:
    answers = [(Item("Ann"),), (Item("Bo"), Item("Cy"), Item("bo"))]
    assert compare("Which film has more directors, A or B?", ["A", "B"], answers).items == (
        Item("B"),
    )


def test_how_long_is_from_one_date_to_the_other() -> None:
    told = [["1 January 1900"], ["1 January 1950"], ["1900"], ["red"]]
    lived, unknown = join_spans([tuple(map(Item, items)) for items in told])
    assert abs(int(lived[0].text.split()[0]) - 50 * 365.25) < 1
    assert unknown == ()


def test_missing_side_is_named() -> None:
    assert compare("Which is more?", ["A", "B"], [(Item("4"),), ()]).problem == (
        "there is no value of B"
    )


def test_options_are_what_the_subquestions_differ_in() -> None:
    assert list_options(
        ["What is the population of Vietnam?", "What is the population of Halifax?"]
    ) == ["Vietnam", "Halifax"]
    assert list_options(["When was Ann born?", "When was Bo Berg born?"]) == ["Ann", "Bo Berg"]


@pytest.mark.parametrize(
    ("options", "asked", "question", "widened"),
    [
        (("Eccles", "Old"), "How tall is the {} Building?", "Is the Eccles Building or the Old "
         "Building taller?", ["the Eccles Building", "the Old Building"]),
        (("St Paul", "York"), "How tall is {}'s Cathedral?", "What is taller, St Paul's Cathedral "
         "or York Cathedral?", ["St Paul's Cathedral", "York"]),
        (("Antioch", "Oakland"), "How large is {} urban area?", "Which is larger, Antioch urban "
         "area or Oakland urban area?", ["Antioch urban area", "Oakland urban area"]),
        (("Norway", "Chad"), "What is {}'s area?", "Which is larger, Norway's or Chad's area?",
         ["Norway", "Chad"]),
        (("Ann", "Bo"), "When was {} born?", "Where was the older of Ann and Bo born?",
         ["Ann", "Bo"]),
        (("Oslo", "Rome"), "Where is {}?", "Which town is older?", ["Oslo", "Rome"]),
    ],
)  # fmt: skip
def test_options_cut_short_get_their_words_back(
    options: tuple[str, str], asked: str, question: str, widened: list[str]
) -> None:
    subquestions = [asked.format(option) for option in options]
    assert widen_options(options, subquestions, question) == widened


@pytest.mark.parametrize(
    ("sides", "question"),
    [
        (("Breakfast at Tiffany's", "Emma"), "Which film has the older director, {} or {}?"),
        (("Robert Lee Jr.", "Zoia"), "Who has the older father, {} or {}?"),
    ],
)
def test_options_keep_an_end_that_is_their_own(sides: tuple[str, str], question: str) -> None:
    subquestions = [f"Who is behind {side}?" for side in sides]
    options = list_options(subquestions)
    assert widen_options(options, subquestions, question.format(*sides)) == list(sides)

"""What the words of a document stand for, read by the real pipeline."""

from __future__ import annotations

import pytest

from kgplatform.extract.coreference.definitions import abbreviates
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.parsed import ParsedPassage, parse_passages
from kgplatform.records import Passage
from tests.pipeline import linguistics

Reference = tuple[str, str, str]


def resolve(*texts: str, title: str = "", known: tuple[str, ...] = ()) -> list[ParsedPassage]:
    """Return the passages of one document with their references resolved."""
    passages = [Passage(f"p{n}", "d", n, 0, len(t), title, t) for n, t in enumerate(texts)]
    gazetteer = Gazetteer.of_names(known)
    return list(parse_passages(passages, linguistics=linguistics(), gazetteer=gazetteer))


def references(parsed: ParsedPassage) -> set[Reference]:
    """Return (words, entity, kind) of what is not named by its full name."""
    text = parsed.passage.text
    links = {(text[a:b], entity.name, kind) for a, b, entity, kind in parsed.links}
    named = {(m.surface, m.entity.name, m.kind) for m in parsed.mentions if m.kind != "name"}
    return links | named


def test_a_pronoun_stands_for_the_subject_before_it() -> None:
    (read,) = resolve("Haldane Ferries Ltd suspended its crossing. It had lost money since May.")
    assert references(read) >= {
        ("its", "Haldane Ferries Ltd", "pronoun"),
        ("It", "Haldane Ferries Ltd", "pronoun"),
    }


@pytest.mark.parametrize(
    "text",
    [
        "It is clear that Haldane Ferries Ltd lost money. It was said that nobody paid.",
        "Norvane Pharma Ltd sued Selbix Therapeutics Ltd before it was paid.",
        "Anna Berg met Maria Lopez in Oslo. Her brother was there.",
        "The report on Haldane Ferries Ltd was long. It was read by nobody.",
    ],
    ids=["expletive", "two companies", "two women", "something without a name"],
)
def test_where_several_or_none_fit_a_pronoun_stands_for_nothing(text: str) -> None:
    (read,) = resolve(text)
    assert read.mentions
    assert not [link for link in read.links if link.alignment == "pronoun"]


def test_who_is_known_to_be_a_woman_is_no_he() -> None:
    first, second = resolve(
        "Ms Anna Berg led the works.", "Peter Lund joined the team in May. She retired in June."
    )
    assert not first.links
    assert not second.links


def test_the_company_is_the_only_one_or_the_one_spoken_of() -> None:
    read, other = resolve(
        "Norvane Pharma Ltd opened a laboratory in Leuven. The company hired ninety people.",
        "Selbix Therapeutics Ltd is a rival. The combined company has no name.",
    )
    assert references(read) == {("The company", "Norvane Pharma Ltd", "nominal")}
    assert not [link for link in other.links if link.alignment == "nominal"]


def test_a_first_or_last_name_stands_for_the_full_name_that_follows_later() -> None:
    first, second = resolve(
        "Mr Drummond spoke to the staff on Monday.", "Fergus Drummond has led the works since 2014."
    )
    assert references(first) == {("Drummond", "Fergus Drummond", "short name")}
    assert not references(second)
    assert first.mentions[0].entity.aliases == ()


def test_a_last_name_of_two_people_stands_for_neither() -> None:
    (read,) = resolve("Anna Berg met Ole Berg in Oslo. Later Berg left.")
    assert not references(read)


def test_a_person_is_not_the_organisation_named_after_her() -> None:
    (read,) = resolve("Edith Carrow was a botanist. The Edith Carrow Trust keeps her garden.")
    assert [m.entity.name for m in read.mentions] == ["Edith Carrow", "Edith Carrow Trust"]


def test_a_defined_term_is_its_party_in_its_document_alone() -> None:
    read, later = resolve(
        "This contract is made between Aldous Foods Ltd, a company registered in England "
        '(the "Supplier"), and Merrow Hotels plc (the "Customer").',
        "The Supplier shall deliver the goods to the Customer.",
        title="Supply agreement",
    )
    assert {
        ("Supplier", "Aldous Foods Ltd", "term"),
        ("Customer", "Merrow Hotels plc", "term"),
    } <= references(later)
    assert all("Supplier" not in m.entity.aliases for m in (*read.mentions, *later.mentions))
    other = resolve("The Supplier shall deliver the goods.")
    assert not references(other[0])


def test_an_abbreviation_becomes_an_alias() -> None:
    read, later = resolve(
        "Advanced Metal Works (AMW) was founded in Leeds.",
        "In 2019 AMW moved to York.",
        known=("Advanced Metal Works",),
    )
    assert ("AMW", "Advanced Metal Works", "short name") in references(later)
    assert all(m.entity.aliases == ("AMW",) for m in read.mentions if m.entity.name[0] == "A")


@pytest.mark.parametrize(
    ("short", "name", "is_one"),
    [
        ("AMW", "Advanced Metal Works", True),
        ("ECMWF", "European Centre for Medium-Range Weather Forecasts", True),
        ("AMW", "Metal Works", False),
        ("Leeds", "Leeds Metal Works", False),
        ("AB", "Aldous", False),
    ],
)
def test_letters_of_an_abbreviation_stand_in_the_name(short: str, name: str, is_one: bool) -> None:
    assert abbreviates(short, name) is is_one


def test_a_dateline_is_no_part_of_the_sentence_behind_it() -> None:
    (read,) = resolve("LONDON (Agency), 3 March 2025 – Norvane Pharma Ltd sold its ships.")
    assert [mention.surface for mention in read.mentions] == ["Norvane Pharma Ltd"]
    assert references(read) == {("its", "Norvane Pharma Ltd", "pronoun")}

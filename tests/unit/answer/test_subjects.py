"""Whose sentence it is: facts of somebody else in the same passage, or of nobody, are no answer."""

from __future__ import annotations

import pytest

from kgplatform.answer import read
from kgplatform.answer.clauses.yes_no import read_claim
from kgplatform.answer.evidence.subjects import find_subjects
from kgplatform.models.linguistics import Linguistics
from kgplatform.question.analysis import analyse
from kgplatform.question.direct import find_counted_noun
from kgplatform.records import Evidence
from kgplatform.text.name_match import is_same_name
from tests.pipeline import heads
from tests.unit.answer.evidence import evidence_of, fact_of

pytestmark = pytest.mark.unit

OF_OTHER = pytest.mark.xfail(reason="the heads have it of the other person: withheld", strict=True)

SEVERAL = (
    "Iris Vell was born in Dunquay in 1822. Otis Marl was born in Kestwick in 1835. "
    "Iris Vell died in Ashmere in 1890. Otis Marl died in Dunquay in 1899."
)
ORISON = (
    "Matilda Quine was born on 12 May 1840 in Brannick. She married the botanist Hugo Venn. "
    "Edmund Harrow, born on 3 June 1829, was a sailor. Josiah Tamlin was master of the Orison."
)

CALISTA = "The Calista was a barque built in 1880. She sank off Cape Torrin on 3 March 1889."
FRAM = "The Fram is a ship. She sailed on her third expedition in 1910 with 19 men."
NAMES = "Łukasz Żółć was a poet. Νίκος Παππάς was born in Θεσσαλονίκη."
EVIDENCE = evidence_of(
    ("Vell and Marl", SEVERAL),
    ("Orison", ORISON),
    ("Calista", CALISTA),
    ("Fram", FRAM),
    ("Names", NAMES),
    ("Colin Archer", "Colin Archer was a shipbuilder, born in Larvik. He built the Fram."),
    ("Saltmere", "Saltmere is a harbour town on the river Ebb."),
    ("Rome", "Rome is a city in Italy."),
    ("Umberto Nobile", "Umberto Nobile was an aviator. He died in Rome on 30 July 1978."),
    ("Lagos", "Lagos is a city. In 1848 its first census was taken. People were born there."),
)


def ask(question: str, linguistics: Linguistics) -> tuple[str, tuple[str, ...]]:
    reading = read(question, EVIDENCE, linguistics=linguistics, heads=heads())
    assert reading.abstained == (not reading.answer)
    return reading.answer, tuple(citation.quote for citation in reading.citations)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        pytest.param("When was Otis Marl born?", "1835", marks=OF_OTHER),
        pytest.param("Where did Otis Marl die?", "Dunquay", marks=OF_OTHER),
        ("When did Iris Vell die?", "1890"),
        ("Who is the spouse of Matilda Quine?", "Hugo Venn"),
        ("Who is the husband of Matilda Quine?", "Hugo Venn"),
        ("How many men sailed with the Fram?", "19"),
        pytest.param("Where was Łukasz Żółć born?", "", id="only another was born"),
        pytest.param("Who is the wife of Otis Marl?", "", id="only another married"),
        pytest.param("What was the salary of Josiah Tamlin?", "", id="nothing of a salary"),
        pytest.param("How many expeditions did the Fram make?", "", id="an ordinal"),
        pytest.param("How many people were born in Lagos?", "", id="a year"),
        pytest.param("Who commanded the ship that Colin Archer built?", "", id="own name"),
    ],
)
def test_read_takes_only_what_is_said_of_the_thing(
    linguistics: Linguistics, question: str, answer: str
) -> None:
    assert ask(question, linguistics)[0] == answer


@pytest.mark.parametrize(
    ("question", "answer", "quote"),
    [
        ("Did Umberto Nobile die in Rome?", "yes", "He died in Rome on 30 July 1978."),
        ("Did Umberto Nobile die in Milan?", "no", "He died in Rome on 30 July 1978."),
        ("Did Umberto Nobile die in 1978?", "yes", "He died in Rome on 30 July 1978."),
        ("Was Otis Marl born in Dunquay?", "no", "Otis Marl was born in Kestwick in 1835."),
        ("Did Otis Marl die in Dunquay?", "yes", "Otis Marl died in Dunquay in 1899."),
        ("Did Iris Vell die in 1899?", "no", "Iris Vell died in Ashmere in 1890."),
        ("Is Saltmere on the river Ebb?", "yes", "Saltmere is a harbour town on the river Ebb."),
        ("Is Saltmere a town?", "yes", "Saltmere is a harbour town on the river Ebb."),
        ("Did Colin Archer build the Fram?", "yes", "He built the Fram."),
        pytest.param("Did Colin Archer build the Calista?", "", "", id="may have built both"),
        pytest.param("Was Colin Archer born in Norway?", "", "", id="a town may lie in a country"),
        pytest.param("Was Umberto Nobile born in Rome?", "", "", id="another predicate"),
        pytest.param("Did Iris Vell visit Kestwick?", "", "", id="nothing of it"),
    ],
)
def test_read_decides_by_a_sentence_about_the_thing(
    linguistics: Linguistics, question: str, answer: str, quote: str
) -> None:
    assert ask(question, linguistics) == (answer, (quote,) if quote else ())


@pytest.mark.parametrize(
    ("question", "answer"),
    [("Did Ann Lee die in Rome?", "yes"), ("Did Ann Lee die in Oslo?", "no")],
)
def test_read_decides_by_a_fact(linguistics: Linguistics, question: str, answer: str) -> None:
    died = fact_of("Ann Lee", "place of death", "Rome")
    evidence = Evidence(statements=(fact_of("Bo Orr", "place of death", "Oslo"), died))
    reading = read(question, evidence, linguistics=linguistics, heads=heads())
    assert (reading.answer, reading.statements) == (answer, (died,))


@pytest.mark.parametrize(
    ("question", "answer", "quotes"),
    [
        (
            "Who was born earlier, Matilda Quine or Edmund Harrow?",
            "Edmund Harrow",
            (ORISON.partition(" She")[0], "Edmund Harrow, born on 3 June 1829, was a sailor."),
        ),
        ("Who was born earlier, Matilda Quine or Hugo Venn?", "", ()),
    ],
    ids=["each its own", "only one is told"],
)
def test_read_compares_no_value_with_itself(
    linguistics: Linguistics, question: str, answer: str, quotes: tuple[str, ...]
) -> None:
    assert ask(question, linguistics) == (answer, quotes)


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("When was Otis Marl born?", "Otis Marl"),
        ("In which year did the Fram reach the Bay of Whales?", "Fram"),
        ("Who is the spouse of Matilda Quine?", "Matilda Quine"),
        ("What was Ann Lee's trade?", "Ann Lee"),
        ("When did Ann Lee's father die?", ""),
        ("When was the county where Fram was built established?", ""),
        ("Who designed the Fram?", ""),
    ],
)
def test_find_thing_tells_what_is_asked_about(question: str, thing: str) -> None:
    assert find_counted_noun(analyse(question)) == thing


def test_find_subjects_follows_pronouns_and_main_clauses(linguistics: Linguistics) -> None:
    text = (
        "The ship Fram, which Colin Archer built, sank in 1900. She was rebuilt. The captain left."
    )
    [doc] = linguistics.parse([text])
    found = find_subjects(doc, linguistics.split_sentences(text), "Ships")
    assert [[subject.names for subject in subjects] for subjects in found] == [
        [("Fram",)],
        [("Fram", "Ships")],
        [()],
    ]


@pytest.mark.parametrize(
    ("name", "other", "same"),
    [
        ("Otis Marl", "Marl", True),
        ("Captain Bram Teller", "Bram Teller", True),
        ("Otis Marl", "Iris Vell", False),
        ("Otis Marl", "", False),
    ],
)
def test_is_same_name(name: str, other: str, same: bool) -> None:
    assert is_same_name(name, other) is same


@pytest.mark.parametrize(
    "question",
    [
        "Were HMS Erebus and HMS Terror both launched in Devon?",
        "Are Levity and Rope from the same country?",
        "Did Ann Lee's husband die in Rome?",
        "Did Ann Lee not die in Rome?",
    ],
)
def test_read_claim_leaves_what_is_asked_of_several(question: str) -> None:
    assert read_claim(analyse(question)) is None

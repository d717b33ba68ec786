"""Questions of described things are read hop by hop, from the same evidence."""

from __future__ import annotations

import pytest

from kgplatform.answer import read
from kgplatform.answer.hops import list_parts
from kgplatform.models.linguistics import Linguistics
from kgplatform.question.analysis import analyse
from tests.pipeline import heads
from tests.unit.answer.evidence import evidence_of

pytestmark = pytest.mark.unit

EVIDENCE = evidence_of(
    ("Fram", "The Fram is a wooden ship designed by Colin Archer. Nansen sailed north with her."),
    ("Norge", "The Norge was an airship designed by Umberto Nobile."),
    (
        "Colin Archer",
        "Colin Archer was a Norwegian shipbuilder, born in Tjodalyng on 22 July 1832. "
        "He died in Stavern on 8 February 1921.",
    ),
    (
        "Umberto Nobile",
        "Umberto Nobile was an Italian engineer. He was born in Lauro on 21 January 1885 and "
        "died in Rome.",
    ),
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Was the designer of the Fram born in Tjodalyng?", "yes"),
        ("Was the designer of the Fram born in Oslo?", "no"),
        ("Was the Fram's designer born in Tjodalyng?", "yes"),
        ("Was the designer of the Fram born on 22 July 1832?", "yes"),
        ("Did the designer of the Norge die in Rome?", "yes"),
        ("Is the designer of the Norge an engineer?", "yes"),
        ("Was the designer of the Fram born before the designer of the Norge?", "yes"),
        ("Was the designer of the Fram born after the designer of the Norge?", "no"),
        (
            "Who was born earlier, the designer of the Fram or the designer of the Norge?",
            "Colin Archer",
        ),
        ("Who was born later, Colin Archer or the designer of the Norge?", "Umberto Nobile"),
    ],
)
def test_who_is_described_is_read_first(
    linguistics: Linguistics, question: str, answer: str
) -> None:
    reading = read(question, EVIDENCE, linguistics=linguistics, heads=heads())
    assert reading.answer == answer
    hops = [step.detail["answer"] for step in reading.steps if step.name == "read_hop"]
    assert {"Colin Archer", "Umberto Nobile"} & set(hops)
    cited = {citation.title for citation in reading.citations}
    assert {"Fram", "Norge"} & cited
    assert {"Colin Archer", "Umberto Nobile"} & cited


@pytest.mark.parametrize(
    "question",
    [
        pytest.param("Was the designer of the Gauss born in Kiel?", id="no such ship"),
        pytest.param("Was the designer of the Fram married to a painter?", id="not told"),
        pytest.param("Was the captain of the Fram born in Tjodalyng?", id="no such role is told"),
        pytest.param("Was the Fram built in Larvik?", id="of one hop"),
    ],
)
def test_without_an_answer_to_each_hop_there_is_none(
    linguistics: Linguistics, question: str
) -> None:
    assert read(question, EVIDENCE, linguistics=linguistics, heads=heads()).abstained


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "Is Oslo the capital of the country where Munch was born?",
            ("What is the country where Munch was born?", "Is Oslo the capital of {1}?"),
        ),
        (
            "Who is older, the director of Jaws or the director of Alien?",
            (
                "Who is the director of Jaws?",
                "Who is the director of Alien?",
                "Who is older, {1} or {2}?",
            ),
        ),
        ("Which is larger, the city of Oslo or the city of Bergen?", ()),
        ("Who is older, Ann Lee or Bo Berg?", ()),
        ("Was Ann Lee born in Oslo?", ()),
        ("Are the director of Jaws and the director of Alien from the same country?", ()),
        ("Where was the director of Jaws born?", ()),
    ],
)
def test_the_hops_of_a_question(
    linguistics: Linguistics, question: str, parts: tuple[str, ...]
) -> None:
    assert list_parts(analyse(question), linguistics) == parts

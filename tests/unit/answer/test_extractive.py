"""The reader without a model, on evidence written for it, with the real spaCy pipeline."""

from __future__ import annotations

import json
from itertools import accumulate
from typing import Any

import pytest

from kgplatform.answer import Reading, read
from kgplatform.answer.asking import UnusableReplies
from kgplatform.answer.evidence.build import view_evidence
from kgplatform.answer.extractive import SURE
from kgplatform.answer.spans.candidates import find_candidates
from kgplatform.answer.spans.features import FEATURES
from kgplatform.answer.spans.heads import read_heads
from kgplatform.answer.spans.scoring import SIGNS, WEIGHTS_FILE
from kgplatform.errors import UsageError
from kgplatform.models.linguistics import Linguistics
from kgplatform.question.analysis import analyse
from kgplatform.records import Evidence, EvidenceLine, ScoredStatement
from kgplatform.testing import ScriptedChatModel
from tests.pipeline import heads
from tests.unit.answer.evidence import evidence_of, fact_of, passage_of, statement_of

pytestmark = pytest.mark.unit

FRAM = (
    "The Fram is a wooden ship designed by Colin Archer in Larvik, Norway. "
    "Roald Amundsen sailed south with her, and the Fram reached the Bay of Whales in January 1911. "
    "Today she stands in a museum in Oslo that opened in 1936."
)
ARCHER = (
    "Colin Archer was a Norwegian shipbuilder, born in Tjodalyng on 22 July 1832. "
    "He died in Stavern on 8 February 1921."
)
AMUNDSEN = "Roald Amundsen was a Norwegian explorer, born on 16 July 1872 in Borge."
EREBUS = "HMS Erebus was built at Pembroke Dock in Wales and launched in 1826."
TERROR = "HMS Terror was built at Topsham in Devon and launched in 1813."
EVIDENCE = evidence_of(("Fram", FRAM), ("Roald Amundsen", AMUNDSEN), ("Colin Archer", ARCHER))
SHIPS = evidence_of(("HMS Erebus", EREBUS), ("HMS Terror", TERROR))


def reason_of(reading: Reading) -> Any:
    return next(step.detail["reason"] for step in reading.steps if step.name == "abstain")


def test_who_asks_need_not_be_told_of(linguistics: Linguistics) -> None:
    evidence = evidence_of(("Clients", "One client (Mr Haverstock) demanded £500."))
    question = "How much money did Mr Haverstock want from us?"
    reading = read(question, evidence, linguistics=linguistics, heads=heads(), reader="extractive")
    assert reading.answer == "£500"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        pytest.param("Who designed the Fram?", "Colin Archer", id="who"),
        pytest.param("Where did Colin Archer die?", "Stavern", id="where"),
        pytest.param("When was Colin Archer born?", "22 July 1832", id="when"),
        pytest.param("In which year did the Fram reach the Bay of Whales?", "1911", id="year"),
        pytest.param("Where did the designer of the Fram die?", "Stavern", id="bridge"),
        pytest.param("When was the designer of the Fram born?", "22 July 1832", id="bridge, when"),
    ],
)
def test_read_answers_with_a_span(linguistics: Linguistics, question: str, answer: str) -> None:
    reading = read(question, EVIDENCE, linguistics=linguistics, heads=heads())
    assert (reading.answer, reading.reader, reading.abstained) == (answer, "extractive", False)


def test_read_cites_the_answer_and_the_bridge(linguistics: Linguistics) -> None:
    reading = read(
        "Where did the designer of the Fram die?", EVIDENCE, linguistics=linguistics, heads=heads()
    )
    assert [c.title for c in reading.citations] == ["Colin Archer", "Fram"]
    assert reading.citations[0].quote == "He died in Stavern on 8 February 1921."
    assert "designed by Colin Archer" in reading.citations[1].quote
    texts = {p.passage_id: p.text for p in EVIDENCE.passages}
    assert all(texts[c.passage_id][c.start : c.end] == c.quote for c in reading.citations)


def test_read_follows_who_a_sentence_says_it_was(linguistics: Linguistics) -> None:
    evidence = evidence_of(
        ("Fridtjof Nansen", "Fridtjof Nansen was an explorer, born near Christiania in 1861."),
        ("Fram", "The Fram was designed and built by Colin Archer. Nansen took her north."),
        ("Colin Archer", "Colin Archer built boats. He was born on 22 July 1832 in Larvik."),
    )
    reading = read(
        "Where was the designer of the Fram born?", evidence, linguistics=linguistics, heads=heads()
    )
    assert reading.answer == "Larvik"


def test_read_follows_what_a_named_thing_did(linguistics: Linguistics) -> None:
    doing, captain = "The Fram is a ship built by Colin Archer.", "Otto Sverdrup was captain."
    built = f"{doing} {captain}"
    evidence = evidence_of(
        ("Southern Cross", "The Southern Cross went south with Bernhard Jensen as captain."),
        ("Fram", built),
        ("Colin Archer", "Colin Archer designed the Southern Cross."),
    )
    reading = read(
        "Who commanded the ship that Colin Archer built?",
        evidence,
        linguistics=linguistics,
        heads=heads(),
    )
    assert reading.answer == "Otto Sverdrup"
    quotes = [built[c.start : c.end] for c in reading.citations]
    assert quotes == [captain, doing]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        pytest.param("Who died in Larvik?", "Colin Archer", id="pronoun"),
        pytest.param("Who was the captain of the Fram?", "Otto Sverdrup", id="second verb"),
        pytest.param("Who was the captain of the Maud?", "Oscar Wisting", id="as captain"),
        pytest.param("Where was the mother of Colin Archer born?", "", id="no such relative"),
        pytest.param("How did Colin Archer die?", "", id="no cause"),
    ],
)
def test_read_answers_of_whom_it_is_said(
    question: str, answer: str, linguistics: Linguistics
) -> None:
    evidence = evidence_of(
        ("Colin Archer", "Colin Archer was a builder, born in Larvik. He died in Larvik in 1921."),
        (
            "Otto Sverdrup",
            "Otto Sverdrup was a sailor. He crossed Greenland with Fridtjof Nansen in 1888 and was "
            "captain of the Fram during her drift.",
        ),
        ("Maud", "The Maud was a ship. Roald Amundsen sailed her, with Oscar Wisting as captain."),
    )
    assert read(question, evidence, linguistics=linguistics, heads=heads()).answer == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which ship was launched earlier, HMS Erebus or HMS Terror?", "HMS Terror"),
        ("Which ship was launched later, HMS Erebus or HMS Terror?", "HMS Erebus"),
        ("Were HMS Erebus and HMS Terror both launched in Devon?", "no"),
    ],
)
def test_read_compares_both_sides(linguistics: Linguistics, question: str, answer: str) -> None:
    reading = read(question, SHIPS, linguistics=linguistics, heads=heads())
    assert reading.answer == answer
    assert {c.title for c in reading.citations} == {"HMS Erebus", "HMS Terror"}


def test_read_compares_what_a_role_leads_to(linguistics: Linguistics) -> None:
    evidence = evidence_of(
        ("Red Sky", "Red Sky is a 1950 film directed by Ann Lee."),
        ("Blue Sea", "Blue Sea is a 1940 film directed by Bo Orr."),
        ("Ann Lee", "Ann Lee (3 May 1900 – 1 June 1980) was a director."),
        ("Bo Orr", "Bo Orr (9 May 1910 – 2 June 1970) was a director."),
    )
    question = "Which film has the director who was born first, Red Sky or Blue Sea?"
    reading = read(question, evidence, linguistics=linguistics, heads=heads())
    assert reading.answer == "Red Sky"
    compared = next(s.detail["compared"] for s in reading.steps if s.name == "compare")
    assert compared == {"Red Sky": "3 May 1900", "Blue Sea": "9 May 1910"}


@pytest.mark.parametrize(
    ("question", "told"),
    [
        pytest.param("Who built the Endurance?", "Endurance", id="unknown name"),
        pytest.param("How much did the Fram cost to build?", "cost", id="unknown relation"),
        pytest.param("Which composer wrote an opera about the Fram?", "opera", id="unknown words"),
    ],
)
def test_read_abstains_from_what_the_evidence_does_not_say(
    linguistics: Linguistics, question: str, told: str
) -> None:
    reading = read(question, EVIDENCE, linguistics=linguistics, heads=heads())
    assert (reading.answer, reading.abstained, reading.citations) == ("", True, ())
    assert told in reason_of(reading)


def test_read_abstains_without_evidence(linguistics: Linguistics) -> None:
    reading = read("Who designed the Fram?", Evidence(), linguistics=linguistics, heads=heads())
    assert reading.abstained
    assert reason_of(reading) == "there is no evidence"


def test_read_reads_all_passages_it_is_given(linguistics: Linguistics) -> None:
    others = [(f"Rock {n}", f"Rock {n} is a rock in the sea, {n} metres high.") for n in range(30)]
    evidence = evidence_of(*others, ("Fram", FRAM))
    assert read(
        "Who designed the Fram?", evidence, linguistics=linguistics, heads=heads()
    ).answer == ("Colin Archer")


def test_read_is_sure_of_what_fits_and_less_of_what_does_not(linguistics: Linguistics) -> None:
    stated = read("Where did Colin Archer die?", EVIDENCE, linguistics=linguistics, heads=heads())
    turned_away = read(
        "Which newspaper praised the ship that Archer designed?",
        EVIDENCE,
        linguistics=linguistics,
        heads=heads(),
    )
    assert turned_away.abstained
    assert turned_away.rejected
    assert 0 < (turned_away.confidence or 0) < (stated.confidence or 0) < 1


def test_read_compares_only_values_of_both_sides(linguistics: Linguistics) -> None:
    found = read(
        "Which ship was launched earlier, HMS Erebus or HMS Terror?",
        SHIPS,
        linguistics=linguistics,
        heads=heads(),
    )
    untold = read(
        "Which ship was the prettier, HMS Erebus or HMS Terror?",
        SHIPS,
        linguistics=linguistics,
        heads=heads(),
    )
    assert (found.confidence, untold.abstained) == (SURE, True)


def test_read_reads_statements_where_there_are_no_passages(linguistics: Linguistics) -> None:
    born = fact_of("Colin Archer", "place of birth", "Tjodalyng")
    built = fact_of("Fram", "designed by", "Colin Archer")
    reading = read(
        "Where was Colin Archer born?",
        Evidence(statements=(built, born)),
        linguistics=linguistics,
        heads=heads(),
    )
    assert (reading.answer, reading.citations) == ("Tjodalyng", ())
    assert reading.statements == (born,)


@pytest.mark.parametrize("is_ranked", [True, False])
def test_read_cites_where_a_passage_states_the_fact(
    linguistics: Linguistics, *, is_ranked: bool
) -> None:
    archer, place = passage_of("Colin Archer", ARCHER), "born in Tjodalyng on 22 July 1832"
    born = statement_of(archer, place, "Colin Archer", "place of birth", "Tjodalyng")
    line = EvidenceLine(archer, ARCHER, 0, len(ARCHER))
    passages, lines = ((archer,), ()) if is_ranked else ((), (line,))
    evidence = Evidence(passages, (born,), reads="statements", lines=lines)
    reading = read("Where was Colin Archer born?", evidence, linguistics=linguistics, heads=heads())
    assert (reading.answer, reading.statements) == ("Tjodalyng", (born,))
    (cited,) = reading.citations
    assert cited.quote == ARCHER[cited.start : cited.end] == place
    assert (cited.passage_id, cited.title, cited.score) == ("p-colin-archer", archer.title, 0.5)


def test_read_compares_what_the_graph_states(linguistics: Linguistics) -> None:
    facts = (
        fact_of("Ann Lee", "date of birth", "3 May 1900"),
        fact_of("Bo Orr", "occupation", "director"),
        fact_of("Bo Orr", "date of birth", "9 May 1910"),
    )
    reading = read(
        "Who was born first, Ann Lee or Bo Orr?",
        Evidence(statements=facts),
        linguistics=linguistics,
        heads=heads(),
    )
    assert reading.answer == "Ann Lee"
    compared = next(s.detail["compared"] for s in reading.steps if s.name == "compare")
    assert compared == {"Ann Lee": "3 May 1900", "Bo Orr": "9 May 1910"}


def test_read_takes_names_that_only_the_graph_knows(linguistics: Linguistics) -> None:
    text = "Fram was built after a sketch of the old shipwright of larvik."
    fram = passage_of("Fram", text)
    fact = statement_of(fram, text, "Fram", "sketched by", "the old shipwright of larvik")
    asked = analyse("Who sketched the Fram?")
    with_graph = view_evidence(asked, Evidence((fram,), (fact,)), linguistics)
    without = view_evidence(asked, Evidence((fram,)), linguistics)
    found, less = (
        {c.text for c in find_candidates(asked, view, read_heads(asked, view, heads()))}
        for view in (with_graph, without)
    )
    assert found - less == {"old shipwright of larvik"}


def test_read_reads_only_the_lines_that_a_method_chose(linguistics: Linguistics) -> None:
    archer = passage_of("Colin Archer", ARCHER)
    start = ARCHER.index("He died")
    line = EvidenceLine(archer, ARCHER[start:], start, len(ARCHER))
    evidence = Evidence((archer,), reads="lines", lines=(line,))
    died = read("Where did Colin Archer die?", evidence, linguistics=linguistics, heads=heads())
    assert died.answer == "Stavern"
    assert (died.citations[0].start, died.citations[0].end) == (start, len(ARCHER))
    assert read(
        "When was Colin Archer born?", evidence, linguistics=linguistics, heads=heads()
    ).answer != ("22 July 1832")


@pytest.mark.parametrize(
    "lines",
    [
        ("Colin Archer place of birth Larvik", "Colin Archer occupation engineer"),
        ("<Colin Archer; place of birth; Larvik>", "<Colin Archer; occupation; engineer>"),
    ],
)
def test_read_takes_no_name_beyond_its_line(
    linguistics: Linguistics, lines: tuple[str, ...]
) -> None:
    facts = passage_of("Colin Archer", "\n".join(lines))
    ends = list(accumulate(len(line) + 1 for line in lines))
    evidence = Evidence(
        (facts,),
        reads="lines",
        lines=tuple(
            EvidenceLine(facts, line, end - len(line) - 1, end - 1)
            for line, end in zip(lines, ends, strict=True)
        ),
    )
    asked = analyse("Where was Colin Archer born?")
    view = view_evidence(asked, evidence, linguistics)
    texts = {c.text for c in find_candidates(asked, view, read_heads(asked, view, heads()))}
    assert "Larvik" in texts
    assert not any("\n" in text or ">" in text for text in texts)


def test_read_is_deterministic(linguistics: Linguistics) -> None:
    question = "Where did the designer of the Fram die?"
    readings = [read(question, EVIDENCE, linguistics=linguistics, heads=heads()) for _ in range(2)]
    assert readings[0] == readings[1]


def test_read_gives_the_statements_behind_the_answer(linguistics: Linguistics) -> None:
    fram = passage_of("Fram", FRAM)
    quote = "The Fram is a wooden ship designed by Colin Archer in Larvik, Norway."
    statement = statement_of(fram, quote, "Colin Archer", "design", "Fram")
    evidence = Evidence((fram,), (statement,))
    reading = read("Who designed the Fram?", evidence, linguistics=linguistics, heads=heads())
    assert reading.statements == (statement,)


@pytest.mark.parametrize("text", ["", "\n\n", "第一章。南極探検船フラム号", "a" * 3000])
def test_read_survives_odd_passages(linguistics: Linguistics, text: str) -> None:
    reading = read(
        "Who designed the Fram?", evidence_of(("Odd", text)), linguistics=linguistics, heads=heads()
    )
    assert reading.abstained


def test_read_uses_the_model_where_there_is_one(linguistics: Linguistics) -> None:
    chat = ScriptedChatModel(['{"answer": "", "abstain": true, "citations": []}'])
    assert read("Who?", EVIDENCE, linguistics=linguistics, heads=heads(), chat=chat).reader == "llm"


def test_read_leaves_the_model_alone_when_told_to(linguistics: Linguistics) -> None:
    chat = ScriptedChatModel([])
    reading = read(
        "Who designed the Fram?",
        EVIDENCE,
        linguistics=linguistics,
        heads=heads(),
        chat=chat,
        reader="extractive",
    )
    assert reading.reader == "extractive"


def test_read_falls_back_when_the_model_replies_nonsense(linguistics: Linguistics) -> None:
    chat = ScriptedChatModel(["nonsense", "nonsense again"])
    reading = read(
        "Who designed the Fram?", EVIDENCE, linguistics=linguistics, heads=heads(), chat=chat
    )
    assert (reading.answer, reading.reader) == ("Colin Archer", "extractive")
    assert reading.steps[0].name == "model_reply_unusable"
    assert reading.usage.llm_calls == 2


def test_read_tells_nonsense_where_the_model_is_measured(linguistics: Linguistics) -> None:
    chat = ScriptedChatModel(["nonsense", "nonsense again"])
    with pytest.raises(UnusableReplies) as caught:
        read(
            "Who designed the Fram?",
            EVIDENCE,
            linguistics=linguistics,
            heads=heads(),
            chat=chat,
            fall_back=False,
        )
    assert caught.value.usage.llm_calls == 2


@pytest.mark.parametrize("reader", ["llm", "oracle"])
def test_read_refuses_a_reader_it_cannot_give(linguistics: Linguistics, reader: str) -> None:
    with pytest.raises(UsageError, match=reader):
        read("Who?", EVIDENCE, linguistics=linguistics, heads=heads(), reader=reader)


def test_weights_are_of_the_features() -> None:
    kept = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    assert (list(kept["ranking"]), list(kept["signs"])) == (list(FEATURES), list(SIGNS))
    assert kept["heads"] == heads().version


LONGER = fact_of("Long Black Kite", "performer", "Elvis Marsh")
SHORTER = fact_of("Black Kite", "performer", "Rolling Barrels")


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        pytest.param((LONGER, SHORTER), "Rolling Barrels", id="the very name is there"),
        pytest.param((LONGER,), "Elvis Marsh", id="only a longer one is"),
    ],
)
def test_a_longer_name_is_of_another_thing_where_the_very_name_is_there(
    linguistics: Linguistics, facts: tuple[ScoredStatement, ...], said: str
) -> None:
    evidence = Evidence(statements=facts)
    asked = "Who is the performer of Black Kite?"
    assert read(asked, evidence, linguistics=linguistics, heads=heads()).answer == said


def test_a_passage_of_a_longer_name_stays_where_it_speaks_of_the_thing(
    linguistics: Linguistics,
) -> None:
    evidence = evidence_of(
        ("Black Kite", "Black Kite is a song."),
        ("Long Black Kite", "Long Black Kite is a song. Black Kite was performed by Ann Lee."),
    )
    assert (
        read("Who performed Black Kite?", evidence, linguistics=linguistics, heads=heads()).answer
        == "Ann Lee"
    )


def test_a_number_is_answered_without_the_mark_of_a_note(linguistics: Linguistics) -> None:
    text = "The port handled 40² ships in 2024."
    reading = read("How many ships did the port handle in 2024?", evidence_of(("Port", text)),
                   linguistics=linguistics, heads=heads())  # fmt: skip
    assert (reading.answer or reading.rejected).split()[0] == "40"

"""What is asked of which reader."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgplatform.answer.likely import COMPARED, find_depth
from kgplatform.answer.reader import DEFAULT_TOP_K
from kgplatform.answer.readers import SURE_ENOUGH
from kgplatform.answer.reading import Reading
from kgplatform.errors import UsageError
from kgplatform.records import Evidence, ScoredPassage, ScoredStatement
from kgplatform.testing import ScriptedChatModel
from tests.pipeline import read_with_both

pytestmark = pytest.mark.unit

QUESTION = "Where was the spouse of Raisa Orlova born?"
LEFT = "Where was Lev Kopelev born?"
TEXTS = {
    "Raisa Orlova": "Raisa Orlova was born in Moscow. She was the wife of Lev Kopelev.",
    "Lev Kopelev": "Lev Kopelev was born in Kyiv.",
}
PASSAGES = tuple(
    ScoredPassage(f"p{number}", f"d{number}", title, "u", text, 1 / number)
    for number, (title, text) in enumerate(TEXTS.items(), start=1)
)


def test_without_a_model_the_question_that_is_left_is_answered() -> None:
    evidence = Evidence(PASSAGES, left=LEFT)
    reading = read_with_both(QUESTION, evidence)
    assert (reading.reader, reading.answer) == ("extractive", "Kyiv")
    assert reading.steps[0].detail["names"] == ["Lev Kopelev"]
    whole = read_with_both(QUESTION, Evidence(PASSAGES))
    assert whole.steps[0].detail["names"] == ["Raisa Orlova"]


def test_a_model_is_asked_the_question_that_is_left() -> None:
    chat = ScriptedChatModel(['{"reason": "[2] says so.", "answer": "Kyiv"}'])
    evidence = Evidence(PASSAGES, left=LEFT)
    reading = read_with_both(QUESTION, evidence, chat=chat)
    assert reading.answer == "Kyiv"
    asked = chat.requests[0].messages[-1]["content"]
    assert LEFT in asked
    assert QUESTION not in asked


BORN = tuple(
    ScoredPassage(f"p{number}", f"d{number}", name, "u", f"{name} was born on {day}.", 1 / number)
    for number, (name, day) in enumerate(
        {"Ann Lee": "3 May 1920", "Bo Berg": "7 June 1931"}.items(), start=1
    )
)
UNTOLD = replace(BORN[1], text="Bo Berg was a sailor from Chile.")
OLDER = "Who was born earlier, Ann Lee or Bo Berg?"


def _read_in_cascade(
    question: str, passages: tuple[ScoredPassage, ...], *replies: str, reader: str = "cascade"
) -> Reading:
    chat = ScriptedChatModel(replies)
    evidence = Evidence(passages)
    return read_with_both(
        question,
        evidence,
        reader=reader,
        chat=chat,
    )


def test_a_cascade_asks_no_model_for_what_both_sides_decide() -> None:
    reading = _read_in_cascade(OLDER, BORN)  # a script without replies fails if it is asked
    assert (reading.answer, reading.reader) == ("Ann Lee", "extractive")
    assert reading.usage.llm_calls == 0
    told = reading.steps[0]
    assert (told.name, told.detail["asked"]) == ("cascade", False)
    assert told.detail["confidence"] >= SURE_ENOUGH


def test_a_cascade_asks_the_model_where_the_other_reader_is_not_sure() -> None:
    reading = _read_in_cascade(QUESTION, PASSAGES, '{"reason": "[2].", "answer": "Kyiv"}')
    assert (reading.answer, reading.reader, reading.usage.llm_calls) == ("Kyiv", "llm", 1)
    assert (reading.steps[0].name, reading.steps[0].detail["asked"]) == ("cascade", True)


def test_a_cascade_asks_the_model_where_one_side_is_not_told() -> None:
    reading = _read_in_cascade(OLDER, (BORN[0], UNTOLD), '{"reason": "", "answer": "Bo Berg"}')
    assert (reading.answer, reading.reader) == ("Bo Berg", "llm")


def test_the_reader_that_thinks_first_is_asked_so() -> None:
    chat = ScriptedChatModel(['{"reason": "[2] says so.", "answer": "Kyiv"}'])
    reading = read_with_both(
        QUESTION,
        Evidence(PASSAGES),
        reader="llm-cot",
        chat=chat,
    )
    assert (reading.answer, reading.reader, chat.requests[0].task) == ("Kyiv", "llm", "answer_cot")


@pytest.mark.parametrize("reader", ["auto", "llm-computed"])
def test_by_default_two_values_are_compared_without_the_model(reader: str) -> None:
    reading = _read_in_cascade(OLDER, BORN, reader=reader)  # fails if it is asked
    assert (reading.answer, reading.usage.llm_calls) == ("Ann Lee", 0)
    assert reading.steps[0].detail["asked"] is False


def test_whether_one_is_older_is_computed_too() -> None:
    reading = _read_in_cascade("Was Ann Lee born after Bo Berg?", BORN, reader="auto")
    assert (reading.answer, reading.usage.llm_calls) == ("no", 0)


NATIONS = tuple(
    replace(passage, text=f"{passage.title} was {nation} sailor.")
    for passage, nation in zip(BORN, ("a Chilean", "a Danish"), strict=True)
)
SAME = "Are Ann Lee and Bo Berg from the same country?"


def test_whether_two_countries_are_the_same_is_computed() -> None:
    reading = _read_in_cascade(SAME, NATIONS, reader="llm-computed")
    assert (reading.answer, reading.reader) == ("no", "extractive")
    same = tuple(replace(p, text=f"{p.title} was a Chilean sailor.") for p in NATIONS)
    assert _read_in_cascade(SAME, same, reader="llm-computed").answer == "yes"


FILMS = {
    "Blue Sky": "Blue Sky is a 1964 Italian film directed by Ann Lee.",
    "Red Sea": "Red Sea is a 1966 French film directed by Bo Berg.",
    "Ann Lee": "Ann Lee is an Italian-Spanish film director.",
    "Bo Berg": "Bo Berg is a Spanish film director.",
}


def test_the_countries_of_two_directors_are_not_those_of_their_films() -> None:
    passages = tuple(
        ScoredPassage(f"p{n}", f"d{n}", title, "u", text, 1 / n)
        for n, (title, text) in enumerate(FILMS.items(), start=1)
    )
    question = "Are the directors of films Blue Sky and Red Sea both from the same country?"
    reading = _read_in_cascade(question, passages, reader="llm-computed")
    assert (reading.answer, reading.reader) == ("yes", "extractive")


@pytest.mark.parametrize(
    "text", ["Bo Berg was a sailor.", "Bo Berg was a sailor from Oregon, a state in the west."]
)
def test_the_model_is_asked_where_a_country_is_not_told(text: str) -> None:
    untold = (NATIONS[0], replace(NATIONS[1], text=text))
    reply = '{"answer": "no", "evidence": [1]}'
    reading = _read_in_cascade(SAME, untold, reply, reader="llm-computed")
    assert (reading.reader, reading.usage.llm_calls) == ("llm", 1)


TOWERS = {
    "8 Spruce Street": "8 Spruce Street is a 76-story skyscraper in Manhattan.",
    "Random House Tower": "The Random House Tower is a 52-story tower in New York City.",
}


def test_a_number_in_a_name_is_not_a_count() -> None:
    passages = tuple(
        replace(BORN[n], title=title, text=text) for n, (title, text) in enumerate(TOWERS.items())
    )
    question = "Which building has more stories, 8 Spruce Street or Random House Tower?"
    reading = read_with_both(
        question,
        Evidence(passages),
        reader="extractive",
    )
    assert reading.answer == "8 Spruce Street"


SATELLITES = {
    "Explorer": "Explorer was a satellite that was launched in 1978 and lasted almost 18 years.",
    "Exosat": "Exosat was a telescope that was operational from May 1983 until April 1986.",
}


def test_what_lasted_longer_is_not_what_came_later() -> None:
    passages = tuple(
        replace(BORN[n], title=title, text=text)
        for n, (title, text) in enumerate(SATELLITES.items())
    )
    question = "Which satellite was operational for longer, Explorer or Exosat?"
    reply = '{"answer": "Explorer", "evidence": [1]}'
    reading = _read_in_cascade(question, passages, reply, reader="llm-computed")
    assert (reading.answer, reading.reader) == ("Explorer", "llm")


def test_values_are_compared_where_the_chosen_facts_do_not_hold_them() -> None:
    fact = ScoredStatement("s", "Ann Lee", "occupation", "sailor", (), "p1", 0, 7, 1.0)
    evidence = Evidence(BORN, (fact,), reads="statements")
    reading = read_with_both(
        OLDER,
        evidence,
        chat=ScriptedChatModel([]),
    )
    assert (reading.answer, [c.passage_id for c in reading.citations]) == ("Ann Lee", ["p1", "p2"])


@pytest.mark.parametrize("chat", [None, ScriptedChatModel([])])
def test_two_things_are_compared_by_what_is_passed_over_too(chat: ScriptedChatModel | None) -> None:
    evidence = Evidence(BORN[:1], passed_over=BORN[1:])
    reading = read_with_both(OLDER, evidence, chat=chat)
    assert (reading.answer, [c.passage_id for c in reading.citations]) == ("Ann Lee", ["p1", "p2"])


def test_what_is_passed_over_is_not_read_where_it_does_not_decide() -> None:
    evidence = Evidence(BORN[:1], passed_over=(UNTOLD,))
    chat = ScriptedChatModel(['{"answer": "Ann Lee", "evidence": [1]}'])
    assert read_with_both(OLDER, evidence, chat=chat).answer == "Ann Lee"
    assert UNTOLD.text not in chat.requests[0].messages[-1]["content"]
    alone = read_with_both(OLDER, evidence)
    assert all(citation.passage_id == "p1" for citation in alone.citations)


def test_more_is_found_for_comparisons_alone() -> None:
    assert find_depth(OLDER, DEFAULT_TOP_K) == COMPARED
    assert find_depth(OLDER, 3 * COMPARED) == 3 * COMPARED
    assert find_depth(QUESTION, DEFAULT_TOP_K) == DEFAULT_TOP_K
    assert find_depth("Which is longer on page 3, Ann Lee or Bo Berg?", 4) == 4


def test_a_model_that_is_to_read_all_compares_too() -> None:
    reading = _read_in_cascade(OLDER, BORN, '{"answer": "Bo Berg", "evidence": [2]}', reader="llm")
    assert (reading.answer, reading.usage.llm_calls) == ("Bo Berg", 1)


@pytest.mark.parametrize(
    ("question", "passages", "answer"),
    [(QUESTION, PASSAGES, "Kyiv"), (OLDER, (BORN[0], UNTOLD), "Bo Berg")],
)
def test_by_default_the_model_reads_what_is_not_computed(
    question: str, passages: tuple[ScoredPassage, ...], answer: str
) -> None:
    reply = f'{{"answer": "{answer}", "evidence": [2]}}'
    reading = _read_in_cascade(question, passages, reply, reader="auto")
    assert (reading.answer, reading.reader) == (answer, "llm")


RETURNED = ScoredPassage(
    "kb",
    "",
    "Wisconsin (Wikidata)",
    "http://kb/Q1537",
    "Wisconsin named after Wisconsin River.",
    1.0,
)
NAMED = "What is the place where Joseph Losey was born named after?"
LAST = "What is Wisconsin named after?"


def test_what_a_knowledge_base_returned_is_not_read_again() -> None:
    evidence = Evidence((*PASSAGES, RETURNED), left=LAST)
    chat = ScriptedChatModel([])  # without replies it fails if it is asked
    reading = read_with_both(NAMED, evidence, chat=chat)
    assert (reading.answer, reading.usage.llm_calls) == ("Wisconsin River", 0)
    assert [citation.passage_id for citation in reading.citations] == ["kb"]


def test_a_fact_with_all_that_is_asked_is_not_read_again() -> None:
    fact = ScoredStatement("s", "Ann Lee", "award received", "the Prize", (), "p1", 0, 7, 1.0)
    evidence = Evidence(BORN, (fact,))
    question = "Which award did Ann Lee receive?"
    reading = read_with_both(
        question,
        evidence,
        chat=ScriptedChatModel([]),
    )
    assert (reading.answer, reading.by_fact, reading.usage.llm_calls) == ("the Prize", True, 0)
    chat = ScriptedChatModel(['{"answer": "3 May 1920", "evidence": [1]}'])
    asked = read_with_both(
        question,
        evidence,
        reader="llm",
        chat=chat,
    )
    assert asked.usage.llm_calls == 1


@pytest.mark.parametrize("standing", [{"polarity": "denied"}, {"modality": "planned"}])
def test_a_fact_that_is_not_plain_is_no_answer(standing: dict[str, str]) -> None:
    fact = ScoredStatement("s", "Ann Lee", "award received", "the Prize", (), "p1", 0, 7, 1.0)
    evidence = Evidence(BORN, (replace(fact, **standing),))
    question = "Which award did Ann Lee receive?"
    reading = read_with_both(question, evidence)
    assert not reading.by_fact
    assert "Prize" not in reading.answer


@pytest.mark.parametrize(("truth", "calls"), [("yes", 0), ("no", 0), ("", 1)])
def test_yes_and_no_of_a_knowledge_base_are_not_asked_again(truth: str, calls: int) -> None:
    line = f"Ann Lee occupation sailor: {truth}." if truth else "Ann Lee occupation cook."
    told = replace(RETURNED, title="Ann Lee (Wikidata)", text=line)
    chat = ScriptedChatModel(['{"answer": "yes", "evidence": [1]}'] * calls)
    question = "Is sailor an occupation of Ann Lee?"
    reading = read_with_both(
        question,
        Evidence((told, *BORN)),
        chat=chat,
    )
    assert (reading.answer, reading.usage.llm_calls) == (truth or "yes", calls)


def test_the_model_is_asked_where_what_was_returned_is_no_answer() -> None:
    returned = replace(RETURNED, text="Wisconsin highest point Timms Hill.")
    evidence = Evidence((*PASSAGES, returned), left=LAST)
    chat = ScriptedChatModel(['{"answer": "Timms Hill", "evidence": [3]}'])
    reading = read_with_both(NAMED, evidence, chat=chat)
    assert (reading.answer, reading.reader) == ("Timms Hill", "llm")
    assert reading.steps[0].detail["asked"] is True


@pytest.mark.parametrize("reader", ["llm", "llm-cot", "llm-computed", "cascade"])
def test_readers_with_a_model_need_one(reader: str) -> None:
    with pytest.raises(UsageError, match=f"'{reader}' needs a chat model"):
        read_with_both(
            QUESTION,
            Evidence(PASSAGES),
            reader=reader,
        )


def test_unknown_readers_are_refused_with_the_known_ones() -> None:
    with pytest.raises(
        UsageError, match="choose auto, cascade, extractive, llm, llm-computed or llm-cot"
    ):
        read_with_both(
            QUESTION,
            Evidence(PASSAGES),
            reader="oracle",
        )

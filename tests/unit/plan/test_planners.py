from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from kgplatform.models.conversation import UnusableReply
from kgplatform.pipelines.plan.answering import Answerer, SubQuestion
from kgplatform.pipelines.plan.executor import execute
from kgplatform.pipelines.plan.lookup import look_up
from kgplatform.plan.check import check_plan
from kgplatform.plan.in_context import DEMONSTRATIONS, choose_demonstrations, plan_in_context
from kgplatform.plan.items import read_items
from kgplatform.plan.language import Text
from kgplatform.plan.parser import parse_plan
from kgplatform.plan.patterns import PATTERNS
from kgplatform.plan.printer import print_plan
from kgplatform.plan.shapes import pattern_of
from kgplatform.plan.syntax.masks import mask_names
from kgplatform.plan.syntax.planner import plan_by_syntax
from kgplatform.records import Usage
from kgplatform.sources.facts.rdf_store import RdfStore
from kgplatform.testing import HashEmbedder, ScriptedChatModel
from kgplatform.wikidata.validation import MAX_CHARS
from tests.pipeline import linguistics
from tests.unit.plan.plans import NAMIBIA, ask, finish
from tests.unit.plan.world import DIRECT, ENTITY, LABEL, make_world

pytestmark = pytest.mark.unit


EXAMPLES = {
    "1p": ("Who directed Jaws?", ["Who directed Jaws?"]),
    "2p": (
        "What is the occupation of the composer of Family Plot?",
        ["Who is the composer of Family Plot?", "What is the occupation of {Ans_1}?"],
    ),
    "3p": (
        "Where was the father of the director of Jaws born?",
        [
            "Who is the director of Jaws?",
            "Who is the father of {Ans_1}?",
            "Where was {Ans_2} born?",
        ],
    ),
    "2i": (
        "What genre do the movies 'Spy Kids' and 'The Challenge' both belong to?",
        [
            "What genre do 'Spy Kids' belong to?",
            "What genre do 'The Challenge' belong to?",
        ],
    ),
    "3i": (
        "What position is shared by John Williams, John Hughes, and Andy Williams?",
        [
            "What position is of John Williams?",
            "What position is of John Hughes?",
            "What position is of Andy Williams?",
        ],
    ),
    "2u": (
        "Can you list the cast members of Eve as well as the director of Cold Mountain?",
        ["Who are the cast members of Eve?", "Who is the director of Cold Mountain?"],
    ),
    "ip": (
        "Who owns the places that are both narrative locations in August and residences of Bob?",
        [
            "Which places are narrative locations in August?",
            "Which places are residences of Bob?",
            "Who owns {Inter_Result_1}?",
        ],
    ),
    "pi": (
        "Which areas border both the birthplace of Drake Bell and Santa Ana?",
        [
            "What is the birthplace of Drake Bell?",
            "Which areas border {Ans_1}?",
            "Which areas border Santa Ana?",
        ],
    ),
    "compare": (
        "Which university has more employees, Yale University or the University of Alabama?",
        [
            "How many employees does Yale University have?",
            "How many employees does the University of Alabama have?",
        ],
    ),
}


def test_the_verb_at_the_end_is_the_questions_own() -> None:
    plan = plan_by_syntax("Where was the sibling of Shammi Kapoor born?", linguistics())
    asked = [s.value.words for s in plan.statements if s.name.startswith("Sub_Question")
             and isinstance(s.value, Text)]  # fmt: skip
    assert asked == ["Who is the sibling of Shammi Kapoor?", "Where was {Ans_1} born?"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_syntax_shows_the_pattern(name: str) -> None:
    question, subquestions = EXAMPLES[name]
    plan = plan_by_syntax(question, linguistics())
    check_plan(plan)
    asked = [s.value.words for s in plan.statements if s.name.startswith("Sub_Question")
             and isinstance(s.value, Text)]  # fmt: skip
    assert asked == subquestions
    assert pattern_of(plan) == name
    assert plan.question == question


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        (
            "Where was the spouse of Raisa Orlova born?",
            "Who is the spouse of Raisa Orlova?",
            "Where was {Ans_1} born?",
        ),
        (
            "Was the director of Jaws educated at Ohio University?",
            "Who is the director of Jaws?",
            "Was {Ans_1} educated at Ohio University?",
        ),
        (
            "How many employers has the director of Who's Minding the Kiosk? had?",
            "Who is the director of Who's Minding the Kiosk??",
            "How many employers has {Ans_1} had?",
        ),
        (
            "How many countries is the screenwriter of Lima! Lima! a citizen of?",
            "Who is the screenwriter of Lima! Lima!?",
            "How many countries is {Ans_1} a citizen of?",
        ),
        (
            "Of how many territories is the place where Otto Kranz was born the capital?",
            "What is the place where Otto Kranz was born?",
            "Of how many territories is {Ans_1} the capital?",
        ),
        (
            "When was the place where Charles Miller (director) died founded?",
            "What is the place where Charles Miller (director) died?",
            "When was {Ans_1} founded?",
        ),
        (
            "At which body of water does the place where Jaws was filmed lie?",
            "What is the place where Jaws was filmed?",
            "At which body of water does {Ans_1} lie?",
        ),
        (
            "How many awards has the director of Jaws received?",
            "Who is the director of Jaws?",
            "How many awards has {Ans_1} received?",
        ),
        (
            "Where did the engineer who designed the airship Norge die?",
            "Which engineer designed the airship Norge?",
            "Where did {Ans_1} die?",
        ),
        (
            "Which company did the engineer who designed the airship Norge work for?",
            "Which engineer designed the airship Norge?",
            "Which company did {Ans_1} work for?",
        ),
        (
            "Has the poet who edited the magazine Poetry received a prize?",
            "Which poet edited the magazine Poetry?",
            "Has {Ans_1} received a prize?",
        ),
        (
            "In which city was the composer who wrote Carmen born?",
            "Which composer wrote Carmen?",
            "In which city was {Ans_1} born?",
        ),
        (
            "In which year was the war that Napoleon fought?",
            "What is the war that Napoleon fought?",
            "In which year was {Ans_1}?",
        ),
        (
            "Which organization is the producer of The Hustler a member of?",
            "Who is the producer of The Hustler?",
            "Which organization is {Ans_1} a member of?",
        ),
        (
            "Is the sibling of Leopold Fane a citizen of Ethiopia?",
            "Who is the sibling of Leopold Fane?",
            "Is {Ans_1} a citizen of Ethiopia?",
        ),
        (
            "Was the director of Jaws married to Kate Capshaw?",
            "Who is the director of Jaws?",
            "Was {Ans_1} married to Kate Capshaw?",
        ),
        (
            "Does Essex County share a border with the place where Charles Miller died?",
            "What is the place where Charles Miller died?",
            "Does Essex County share a border with {Ans_1}?",
        ),
        (
            "Is Oslo the capital of the country in which Edvard Munch was born?",
            "What is the country in which Edvard Munch was born?",
            "Is Oslo the capital of {Ans_1}?",
        ),
        (
            "Was natural causes the manner of death of the director of Jaws?",
            "Who is the director of Jaws?",
            "Was natural causes the manner of death of {Ans_1}?",
        ),
        (
            "Was the director of Jaws the husband of Kate Capshaw?",
            "Who is the director of Jaws?",
            "Was {Ans_1} the husband of Kate Capshaw?",
        ),
        (
            "Is the institution where Ada Lovelace was educated in the Kingdom of Bohemia?",
            "What is the institution where Ada Lovelace was educated?",
            "Is {Ans_1} in the Kingdom of Bohemia?",
        ),
    ],
)
def test_the_predicate_behind_a_description_is_not_part_of_it(
    question: str, first: str, second: str
) -> None:
    plan = plan_by_syntax(question, linguistics())
    asked = [s.value.words for s in plan.statements if s.name.startswith("Sub_Question")
             and isinstance(s.value, Text)]  # fmt: skip
    assert asked == [first, second]


def _list_asked(question: str) -> list[str]:
    plan = plan_by_syntax(question, linguistics())
    check_plan(plan)
    return [s.value.words for s in plan.statements if s.name.startswith("Sub_Question")
            and isinstance(s.value, Text)]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "subquestions"),
    [
        (
            "Who is the maternal grandfather of Ada Lovelace?",
            ["Who is the mother of Ada Lovelace?", "Who is the father of {Ans_1}?"],
        ),
        (
            "Who is Vita Sackville-West's father-in-law?",
            ["Who is Vita Sackville-West's spouse?", "Who is the father of {Ans_1}?"],
        ),
        (
            "Where was the place of death of Mehmed's wife?",
            ["Who is Mehmed's wife?", "What was the place of death of {Ans_1}?"],
        ),
        (
            "When is Susanne Porsche's husband's birthday?",
            ["Who is Susanne Porsche's husband?", "What is {Ans_1}'s birthday?"],
        ),
        ("What is the name of the director of Jaws?", ["Who is the director of Jaws?"]),
        ("What is the name of Munch's wife?", ["Who is Munch's wife?"]),
        (
            "What were the names of the children of the director of Jaws?",
            ["Who is the director of Jaws?", "Who are the children of {Ans_1}?"],
        ),
        (
            "What is the name of the school attended by the author of Emma?",
            ["Who is the author of Emma?", "What is the school attended by {Ans_1}?"],
        ),
        (
            "What is the real name of the singer of Jolene?",
            ["Who is the singer of Jolene?", "What is the real name of {Ans_1}?"],
        ),
        ("What is the name of Oslo?", ["What is the name of Oslo?"]),
        (
            "Where did Pan's Labyrinth's director grow up?",
            ["Who is Pan's Labyrinth's director?", "Where did {Ans_1} grow up?"],
        ),
    ],
)
def test_what_one_word_hides_is_asked_for(question: str, subquestions: list[str]) -> None:
    assert _list_asked(question) == subquestions


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        (
            "Where did Timothy Shriver's father study?",
            "Who is Timothy Shriver's father?",
            "Where did {Ans_1} study?",
        ),
        (
            "What nationality is the performer of song Hey Jude?",
            "Who is the performer of song Hey Jude?",
            "What nationality is {Ans_1}?",
        ),
        (
            "Who is the federal leader of the party that Pierre Boisvenu is a member of?",
            "What is the party that Pierre Boisvenu is a member of?",
            "Who is the federal leader of {Ans_1}?",
        ),
        (
            "In which year was the war where the Romans crossed the Rhine?",
            "What is the war where the Romans crossed the Rhine?",
            "In which year was {Ans_1}?",
        ),
        (
            "Who is the spouse of the actor that plays vision in age of ultron?",
            "Which actor plays vision in age of ultron?",
            "Who is the spouse of {Ans_1}?",
        ),
    ],
)
def test_what_is_described_is_found_first(question: str, first: str, second: str) -> None:
    assert _list_asked(question) == [first, second]


@pytest.mark.parametrize(
    "question", ["Which city is the capital of France?", "Who is Hume's father?"]
)
def test_what_is_asked_for_is_not_found_first(question: str) -> None:
    assert _list_asked(question) == [question]


@pytest.mark.parametrize(
    ("question", "subquestions"),
    [
        (
            "Which film has the director who died later, What Will You Do, Mum? or School On Fire?",
            [
                "Who is the director of What Will You Do, Mum??",
                "When did {Ans_1} die?",
                "Who is the director of School On Fire?",
                "When did {Ans_3} die?",
            ],
        ),
        (
            "Do both films Levity (Film) and Dune have the directors that share the same country?",
            [
                "Who is the director of Levity (Film)?",
                "What is the country of {Ans_1}?",
                "Who is the director of Dune?",
                "What is the country of {Ans_3}?",
            ],
        ),
        (
            "Was Jamie Curry or Fidel Kuri born first?",
            ["When was Jamie Curry born?", "When was Fidel Kuri born?"],
        ),
        (
            "Who lived longer, Hans Rosling or Ada Lovelace?",
            [
                "When was Hans Rosling born?",
                "When did Hans Rosling die?",
                "When was Ada Lovelace born?",
                "When did Ada Lovelace die?",
            ],
        ),
        ("Is Oslo larger than Bergen?", ["How large is Oslo?", "How large is Bergen?"]),
        ("Did Ann die before Bo?", ["When did Ann die?", "When did Bo die?"]),
        ("Is Ann older than Bo?", ["How old is Ann?", "How old is Bo?"]),
        (
            "Which is older: the Eiffel Tower, the Louvre or Notre-Dame?",
            [
                "When was the Eiffel Tower founded?",
                "When was the Louvre founded?",
                "When was Notre-Dame founded?",
            ],
        ),
        (
            "Who is older, Ann, Bo or Cy?",
            ["When was Ann born?", "When was Bo born?", "When was Cy born?"],
        ),
        (
            "Who is older, Ann or Bo, and where was she born?",
            ["Who is older, Ann or Bo, and where was she born?"],
        ),
        ("Is Oslo larger than Bergen and Rome?", ["Is Oslo larger than Bergen and Rome?"]),
        (
            "Which film has more directors, Jaws or Fargo?",
            ["Who are the directors of Jaws?", "Who are the directors of Fargo?"],
        ),
        (
            "Which ship was launched first, the Calista or the Orison?",
            ["When was the Calista launched?", "When was the Orison launched?"],
        ),
        (
            "Which ship was first launched, the Calista or the Orison?",
            ["When was the Calista launched?", "When was the Orison launched?"],
        ),
        (
            "Was the Calista launched before the Orison?",
            ["When was the Calista launched?", "When was the Orison launched?"],
        ),
        ("Did Ann resign before Bo?", ["When did Ann resign?", "When did Bo resign?"]),
        (
            "Which film came first, Jaws or Fargo?",
            ["When was Jaws released?", "When was Fargo released?"],
        ),
        (
            "Were Matilda Quine and Edmund Harrow born in the same town?",
            ["In which town was Matilda Quine born?", "In which town was Edmund Harrow born?"],
        ),
        (
            "Did Ann Leckie and Boris Akunin both attend the same university?",
            [
                "Which university did Ann Leckie attend?",
                "Which university did Boris Akunin attend?",
            ],
        ),
        (
            "Do Ann Leckie and Boris Akunin write for the same magazine?",
            [
                "For which magazine does Ann Leckie write?",
                "For which magazine does Boris Akunin write?",
            ],
        ),
        (
            "Are Ann Leckie and Boris Akunin from the same country?",
            ["What is the country of Ann Leckie?", "What is the country of Boris Akunin?"],
        ),
        (
            "Are Ann Leckie and Boris Akunin members of the same club?",
            ["Are Ann Leckie and Boris Akunin members of the same club?"],
        ),
    ],
)
def test_comparisons_ask_both_sides(question: str, subquestions: list[str]) -> None:
    assert _list_asked(question) == subquestions


@pytest.mark.parametrize(
    ("question", "names"),
    [
        (
            "When did Frances Vane, Marchioness Of Londonderry's father die?",
            ["Frances Vane, Marchioness Of Londonderry"],
        ),
        ("Who directed Boden'S Boy?", ["Boden'S Boy"]),
        ("Where is Zoe's mother?", ["Zoe"]),
        ("Which is older, Love & War or Dune?", ["Love & War", "Dune"]),
        ("Which film came out first, Eat, Pray, Love or Dune?", ["Eat, Pray, Love", "Dune"]),
        ("Who is older, Ann Vane, Marchioness of X or Bo?", ["Ann Vane, Marchioness of X", "Bo"]),
    ],
)
def test_names_hold_titles_and_apostrophes(question: str, names: list[str]) -> None:
    assert list(mask_names(question)[1].meanings.values()) == names


@pytest.mark.parametrize(
    "question", ["Why?", "?", "Is it?", "A and B or C, D?", "The the the of of"]
)
def test_any_question_has_a_plan(question: str) -> None:
    check_plan(plan_by_syntax(question, linguistics()))


def test_names_and_titles_are_masked_whole() -> None:
    assert mask_names("Who made The Zone (2017 film)?")[0] == "Who made Zeta?"
    text, masks = mask_names("Who wrote 'Star Trek: Nemesis' and Essex County and New London?")
    assert list(masks.meanings.values()) == ["'Star Trek: Nemesis'", "Essex County", "New London"]
    assert text == "Who wrote Zeta and Kappa and Sigma?"
    assert masks.written(text) == (
        "Who wrote 'Star Trek: Nemesis' and Essex County and New London?"
    )


def test_chat_model_completes_the_plan_after_the_nearest_demonstrations() -> None:
    body = NAMIBIA.split("\n", 1)[1]
    chat = ScriptedChatModel([f"```python\n{body}```"])
    found, usage = plan_in_context("Who succeeded him?", chat, HashEmbedder())
    assert found.plan.question == "Who succeeded him?"
    assert pattern_of(found.plan) == "2p"
    assert [repair.slip for repair in found.repairs] == ["code fence"]
    assert usage.llm_calls == 1
    system, *shown, asked = chat.requests[0].messages
    assert system["role"] == "system"
    assert [turn["role"] for turn in shown] == ["user", "assistant"] * 4
    plans = [turn["content"] for turn in shown if turn["role"] == "assistant"]
    assert all(plan.count("Finish_The_Plan(") == 1 for plan in plans)
    assert asked["content"].endswith('Original_Question: str = "Who succeeded him?"')


def test_a_plan_in_a_reply_that_is_cut_is_taken_and_paid_for() -> None:
    whole = ask(1, "Who?") + finish("Ans_1")
    raw = f"{whole}\n# Example 5:\nOriginal_Question: str = "
    cut = UnusableReply("it was cut", task="plan", raw=raw, usage=Usage(1, 9, 800))
    found, usage = plan_in_context("Who?", ScriptedChatModel([cut]), HashEmbedder(), shown=0)
    assert (pattern_of(found.plan), usage) == ("1p", Usage(1, 9, 800))
    bad = UnusableReply("it was cut", task="plan", raw="Well", usage=Usage(1, 9, 800))
    with pytest.raises(UnusableReply) as caught:
        plan_in_context("Who?", ScriptedChatModel(["no", bad]), HashEmbedder(), shown=0)
    assert caught.value.usage.llm_calls == 2


def test_bad_reply_is_told_once_and_then_given_up() -> None:
    chat = ScriptedChatModel(["I cannot.", ask(1, "Who?") + finish("Ans_1")])
    found, usage = plan_in_context("Who?", chat, HashEmbedder(), shown=0)
    assert (pattern_of(found.plan), usage.llm_calls) == ("1p", 2)
    assert "cannot be run" in chat.requests[1].messages[-1]["content"]
    with pytest.raises(UnusableReply) as caught:
        plan_in_context("Who?", ScriptedChatModel(["no", "no"]), HashEmbedder(), shown=0)
    assert caught.value.usage.llm_calls == 2


def test_nearest_demonstration_is_last_and_no_pattern_crowds_out_the_others() -> None:
    items = list(read_items(DEMONSTRATIONS))
    wanted = items[7]
    chosen = choose_demonstrations(wanted.question, HashEmbedder(), DEMONSTRATIONS, 6)
    assert chosen[-1] == wanted
    assert len(chosen) == 6
    assert max(sum(c.pattern == p for c in chosen) for p in PATTERNS) <= 2


def test_demonstrations_are_near_by_form_whatever_is_named() -> None:
    def choose(question: str) -> list[str]:
        chosen = choose_demonstrations(question, HashEmbedder(), DEMONSTRATIONS, 4)
        return [item.id for item in chosen]

    asked = "Who was born later, {} or {}?"
    of_others = choose(asked.format("West Germany", "Temur Maghradze Stadium"))
    assert choose(asked.format("Henry", "Sebaldus")) == of_others


def test_demonstrations_that_ship_are_training_items_of_all_patterns() -> None:
    items = list(read_items(DEMONSTRATIONS))
    assert {item.pattern for item in items} == set(PATTERNS)
    assert {item.split for item in items} == {"train"}
    for item in items:
        assert pattern_of(parse_plan(item.plan)) == item.pattern


def test_plan_runs_over_an_endpoint(tmp_path: Path) -> None:
    store = make_world(tmp_path)
    answer = look_up(store.select, HashEmbedder())
    (director,) = _objects(store, "Q100", "P57")
    (place,) = _objects(store, director, "P19")
    label = store.select(
        f"SELECT ?l WHERE {{ <{place}> <http://www.w3.org/2000/01/rdf-schema#label> ?l }}"
    )[0]["l"]
    text = ask(1, "Who is the director of Film Aa?") + ask(
        2, "What is the place of birth of {Ans_1}?"
    )
    execution = execute(parse_plan(text + finish("Ans_2")), answer)
    assert execution.answer == label
    told = [answered.source for step in execution.steps for _, answered in step.asked]
    assert told == ["endpoint: director", "endpoint: place of birth"]
    first = execution.citations[-1]
    assert first.quote.startswith("Film Aa director ")
    (passage,) = (p for p in execution.evidence.passages if p.passage_id == first.passage_id)
    assert passage.text[first.start : first.end] == first.quote
    assert (first.document_id, first.uri) == ("", f"{ENTITY}Q100")
    lost = dataclasses.replace(execution.steps[0].asked[0][0], text="Who is Nobody Known?")
    assert answer(lost).problem == "no entity of a name in it is known at the endpoint"


def test_a_name_without_a_capital_is_looked_up_where_there_is_no_other(tmp_path: Path) -> None:
    names = {"Q1": "ice cream", "Q2": "milk", "Q3": "part", "P527": "part"}
    answer = _look_up_in(tmp_path, names, f"<{ENTITY}Q1> <{DIRECT}P527> <{ENTITY}Q2> .")
    known = answer(_asked("What is a part of ice cream?"))
    assert ([item.text for item in known.items], known.source) == (["milk"], "endpoint: part")
    unknown = answer(_asked("What is a part of Gelato?"))
    assert unknown.problem == "no entity of a name in it is known at the endpoint"


def test_namesakes_are_asked_together(tmp_path: Path) -> None:
    names = {"P131": "state", "Q1": "Lee County", "Q2": "Lee County", "Q10": "Ohio", "Q20": "Iowa"}
    facts = [f"<{ENTITY}Q{n}> <{DIRECT}P131> <{ENTITY}Q{n}0> ." for n in (1, 2)]
    answer = _look_up_in(tmp_path, names, *facts)
    found = answer(_asked("What is the state of Lee County?"))
    assert {item.text for item in found.items} == {"Ohio", "Iowa"}


def test_a_value_that_is_unknown_is_no_answer(tmp_path: Path) -> None:
    names = {"Q1": "Homer", "P19": "place of birth"}
    unknown = "http://www.wikidata.org/.well-known/genid/abc"
    answer = _look_up_in(tmp_path, names, f"<{ENTITY}Q1> <{DIRECT}P19> <{unknown}> .")
    answered = answer(_asked("What is the place of birth of Homer?"))
    assert answered.items == ()
    assert answered.problem == "the endpoint knows no value of place of birth for Homer"


def test_names_of_a_long_question_are_asked_in_parts() -> None:
    queries: list[str] = []

    def select(query: str) -> list[dict[str, str]]:
        queries.append(query)
        return []

    words = " ".join(f"Wordnumber{number}" for number in range(60))
    answered = look_up(select, HashEmbedder())(_asked(f"Who is {words}?"))
    assert answered.problem == "no entity of a name in it is known at the endpoint"
    assert len(queries) > 1
    assert max(map(len, queries)) < MAX_CHARS


def test_braces_of_a_question_stay_words() -> None:
    plan = plan_by_syntax("Which is longer {in km}, Zeta or Kappa?", linguistics())
    assert "{in km}" in print_plan(plan)


def _look_up_in(folder: Path, names: dict[str, str], *facts: str) -> Answerer:
    """Return what answers from a file of these names and facts."""
    path = folder / "known.nt"
    labels = [f'<{ENTITY}{item}> <{LABEL}> "{name}"@en .' for item, name in names.items()]
    path.write_text("\n".join([*labels, *facts]) + "\n", encoding="utf-8")
    return look_up(RdfStore(path).select, HashEmbedder())


def _asked(text: str) -> SubQuestion:
    return SubQuestion("Sub_Question_1", text, text)


def _objects(store: RdfStore, thing: str, relation: str) -> list[str]:
    subject = thing if thing.startswith("http") else f"http://www.wikidata.org/entity/{thing}"
    query = f"SELECT ?o WHERE {{ <{subject}> <http://www.wikidata.org/prop/direct/{relation}> ?o }}"
    return [row["o"] for row in store.select(query)]

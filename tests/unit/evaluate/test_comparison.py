"""Methods are measured side by side, from the run files they leave."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kgplatform.answer.llm import choose_task
from kgplatform.answer.reading import Reading
from kgplatform.errors import EvaluationError, ModelUnavailable, UsageError
from kgplatform.evaluate.comparison import ComparisonPlan, compare_methods
from kgplatform.evaluate.datasets import CorpusDocument, Dataset, EvaluationQuestion
from kgplatform.evaluate.run_metadata import make_header, reader_settings
from kgplatform.evaluate.runs import Run
from kgplatform.evaluate.scoring import score
from kgplatform.models.prompts import load_prompt
from kgplatform.pipelines.direct import Outcome, form_answer
from kgplatform.pipelines.protocol import AnswerOptions, Pipeline
from kgplatform.plan.in_context import DEMONSTRATIONS
from kgplatform.plan.items import read_items, write_items
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.records import Answer, Evidence, Question, ScoredPassage, Usage
from kgplatform.settings import Settings
from kgplatform.testing import ScriptedChatModel

pytestmark = pytest.mark.unit

DATASET = Dataset(
    "tiny",
    (CorpusDocument("a", "A", "Text."), CorpusDocument("b", "B", "Text.")),
    tuple(
        EvaluationQuestion(f"q{n}", f"Question {n}?", ("Alpha",), None, frozenset({"a"}))
        for n in (1, 2, 3)
    ),
)
RANKINGS = {"graph": ["a", "b"], "passages": ["b", "a"]}
REPLY = '{"answer": "Alpha"}'


class Ingested:
    failures = ()


class RankingPlatform:
    """Returns a fixed ranking a method; its server does nothing."""

    linguistics = None

    def __init__(self, settings: Settings, chat: ScriptedChatModel | None = None) -> None:
        self.settings = settings
        self.server = self
        self.chat = chat
        self.calls: list[str] = []

    def status(self) -> None:
        return None

    @property
    def tuned_planner(self) -> ScriptedChatModel | None:
        return ScriptedChatModel([], name=tuned) if (tuned := self.settings.planner_model) else None

    @property
    def demonstrations(self) -> Path:
        return self.settings.plan_demonstrations or DEMONSTRATIONS

    def start(self, progress: Progress = NO_PROGRESS) -> None:
        self.calls.append("start")

    def stop(self) -> bool:
        return True

    def close(self) -> None:
        return None

    def ingest(
        self, paths: Sequence[Path | str], *, extractor: str, progress: Progress = NO_PROGRESS
    ) -> Any:
        return Ingested()

    def pipeline(self, method: str = "auto", how: AnswerOptions | None = None) -> Pipeline:
        assert how is not None
        assert not how.fall_back
        return RankingPipeline(self, method, how)


@dataclasses.dataclass
class RankingPipeline:
    """Answers one question, and abstains from the others."""

    platform: RankingPlatform
    method: str
    how: AnswerOptions

    def retrieve(self, question: Question, *, top_k: int) -> Evidence:
        assert question.documents is None
        self.platform.calls.append(question.text)
        names = RANKINGS.get(self.method, RANKINGS["graph"])[:top_k]
        return Evidence(
            tuple(ScoredPassage(n, n, n, f"file:///c.jsonl#{n}", "Text.", 1.0) for n in names),
            usage=Usage(llm_calls=3),
        )

    def answer(self, question: Question) -> Answer:
        self.platform.calls.append(f"{self.method} {self.how.top_k} {self.how.reader}")
        found = self.retrieve(question, top_k=self.how.depth)
        answer = "Alpha" if question.text == "Question 2?" else ""
        reading = Reading(answer, not answer, "extractive")
        return form_answer(question.text, Outcome(found, found, reading, 0.0, 0.0), method="")


class Bench:
    """Compares methods in one home, and remembers the platforms that were made."""

    def __init__(self, home: Path) -> None:
        self.settings = Settings(home=home)
        self.platforms: list[RankingPlatform] = []

    def compare(
        self,
        *methods: str,
        dataset: Dataset = DATASET,
        replies: Sequence[str | Exception] | None = None,
        **plan: Any,
    ) -> list[tuple[Path, dict[str, Any]]]:
        def connect(settings: Settings) -> RankingPlatform:
            chat = None if replies is None else ScriptedChatModel(replies)
            self.platforms.append(RankingPlatform(settings, chat))
            return self.platforms[-1]

        return compare_methods(
            dataset,
            ComparisonPlan(methods, **{"ks": (1, 2), "top_k": 2, **plan}),
            settings=self.settings,
            connect=connect,
        )


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_figures_come_in_the_order_of_the_methods(bench: Bench) -> None:
    results = bench.compare("graph", "passages")
    found = [(figures["method"], figures["recall"]["1"]) for _, figures in results]
    assert found == [("graph", 1.0), ("passages", 0.0)]


def test_figures_can_be_computed_again_from_the_files(bench: Bench, tmp_path: Path) -> None:
    for path, figures in bench.compare("graph", "passages", out=tmp_path / "out"):
        assert path.parent == tmp_path / "out"
        assert score(Run.load(path), DATASET, ks=(1, 2)) == figures


def test_runs_are_beside_the_scratch_graph_by_default(bench: Bench) -> None:
    ((path, _),) = bench.compare("graph")
    assert path.parent == bench.platforms[0].settings.home / "runs"


def test_run_keeps_the_settings_that_shaped_it_and_no_secret(bench: Bench) -> None:
    ((path, _),) = bench.compare("graph")
    header = Run.load(path).header
    assert set(header.settings) == {"embedder", "spacy_pipeline", "neo4j_version", "code"}
    assert (header.reader, header.depth, header.top_k, header.setting) == ("none", 2, 2, "open")


def test_run_keeps_who_read_its_corpus_where_it_is_not_the_usual_extractor(bench: Bench) -> None:
    ((usual, _),) = bench.compare("graph")
    ((path, _),) = bench.compare("graph", extractor="none")
    assert path != usual
    assert Run.load(path).header.settings["extractor"] == "none"


def test_reader_gets_as_many_passages_as_asked_for_however_few_are_scored(bench: Bench) -> None:
    ((path, _),) = bench.compare("graph", ks=(1,), top_k=2)
    assert Run.load(path).header.depth == 2


def test_finished_run_opens_no_graph_and_asks_nothing(bench: Bench) -> None:
    first, second = bench.compare("graph"), bench.compare("graph")
    assert second == first
    assert [platform.calls for platform in bench.platforms] == [
        ["start", "Question 1?", "Question 2?", "Question 3?"],
        [],
    ]


def test_run_is_extended_to_more_questions(bench: Bench) -> None:
    ((path, few),) = bench.compare("graph", limit=1)
    ((same, all_of_them),) = bench.compare("graph")
    assert (same, few["n"], all_of_them["n"]) == (path, 1, 3)
    assert bench.platforms[1].calls == ["start", "Question 2?", "Question 3?"]
    ((_, again),) = bench.compare("graph", limit=1)
    assert again == few


def test_outage_leaves_a_run_that_is_continued(bench: Bench) -> None:
    plan: dict[str, Any] = {"reader": "llm"}
    with pytest.raises(ModelUnavailable):
        bench.compare("none", replies=[REPLY, ModelUnavailable("Nothing answers.")], **plan)
    ((_, figures),) = bench.compare("none", replies=[REPLY, REPLY], **plan)
    assert (figures["n"], figures["usage"]["llm_calls"]) == (3, 3)


def test_closed_book_needs_no_graph_and_no_corpus(bench: Bench) -> None:
    bare = dataclasses.replace(DATASET, corpus=())
    replies = [REPLY, REPLY, '{"answer": "Beta"}']
    ((path, figures),) = bench.compare("none", dataset=bare, replies=replies, reader="auto")
    assert bench.platforms[0].calls == []
    assert figures["em"] == pytest.approx(2 / 3)
    assert Run.load(path).header.reader == "llm"


@pytest.mark.parametrize(
    ("chat", "named"), [(ScriptedChatModel([]), "llm-computed"), (None, "extractive")]
)
def test_a_run_names_what_auto_chose(
    bench: Bench, chat: ScriptedChatModel | None, named: str
) -> None:
    plan = ComparisonPlan(("graph",), reader="auto")
    models = RankingPlatform(bench.settings, chat)
    assert make_header(DATASET, plan, "graph", models, bench.settings).reader == named


def test_prompts_and_model_shape_the_run_of_a_model_and_no_other() -> None:
    chat = ScriptedChatModel([], name="small")

    def list_prompts(method: str, reader: str = "llm") -> list[str]:
        settings = reader_settings(method, reader, chat)
        assert settings["chat_model"] == "small"
        return str(settings["prompt"]).split("+")

    first, after_asking = (load_prompt(choose_task(may_ask=a)).version for a in (True, False))
    assert list_prompts("graph") == list_prompts("plan-syntactic-graph") == [after_asking]
    for method in ("holmes", "plan-syntactic-holmes"):
        assert set(list_prompts(method)) == {first, after_asking}
    others = [list_prompts("none"), list_prompts("graph", "llm-cot")]
    assert len({*map(tuple, others), (after_asking,)}) == 3
    for reader in ("none", "extractive"):
        assert reader_settings("graph", reader, chat) == {}


@pytest.mark.parametrize(
    ("methods", "plan", "error", "message"),
    [
        pytest.param(["nothing"], {}, UsageError, "no method 'nothing'", id="unknown method"),
        pytest.param(["graph"], {"setting": "closed"}, UsageError, "no setting", id="setting"),
        pytest.param(["graph"], {"reader": "llm"}, UsageError, "chat_model", id="no model"),
        pytest.param(["documents"], {}, EvaluationError, "setting distractor", id="documents"),
        pytest.param(
            ["graph"], {"setting": "distractor"}, EvaluationError, "3 of the 3", id="no paragraphs"
        ),
        pytest.param(["none"], {}, EvaluationError, "reader llm", id="closed book unread"),
        pytest.param(
            ["none"], {"reader": "extractive"}, EvaluationError, "reader llm", id="closed book"
        ),
        pytest.param(
            ["none"], {"reader": "auto"}, UsageError, "chat_model", id="closed book, no model"
        ),
        pytest.param(
            ["graph"],
            {"dataset": dataclasses.replace(DATASET, corpus=())},
            EvaluationError,
            "no corpus",
            id="no corpus",
        ),
    ],
)
def test_plan_that_cannot_be_carried_out_is_refused_before_a_graph_is_opened(
    bench: Bench, methods: list[str], plan: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        bench.compare(*methods, **plan)
    assert all(platform.calls == [] for platform in bench.platforms)


def test_a_plan_answers_by_itself_with_the_reader_chosen(bench: Bench) -> None:
    [(path, figures)] = bench.compare("plan-syntactic", reader="extractive")
    assert figures["em"] == pytest.approx(1 / 3)
    assert (figures["answered"], figures["usage"]["llm_calls"]) == (pytest.approx(1 / 3), 9)
    assert figures["recall"]["1"] == 1.0
    assert "plan-syntactic 2 extractive" in bench.platforms[0].calls
    assert Run.load(path).header.method == "plan-syntactic"


def test_a_plan_without_a_reader_cannot_be_measured(bench: Bench) -> None:
    with pytest.raises(EvaluationError, match="reads as it goes"):
        bench.compare("plan")


def test_what_plans_is_part_of_the_run(bench: Bench) -> None:
    with pytest.raises(UsageError, match="needs a chat model"):
        bench.compare("plan-chat", reader="extractive")
    [(path, _)] = bench.compare("plan-chat", reader="extractive", replies=[])
    settings = Run.load(path).header.settings
    assert settings["method_prompts"] == {"plan": load_prompt("plan").version}
    assert (settings["planner"], settings["planner_model"]) == ("chat", "scripted")
    own = bench.settings.home / "own.jsonl"
    write_items(list(read_items(DEMONSTRATIONS))[:9], own)
    bench.settings = Settings(home=bench.settings.home, plan_demonstrations=own)
    [(other, _)] = bench.compare("plan-chat", reader="extractive", replies=[])
    assert other != path  # what the model is shown shapes its plans
    [(plain, _)] = bench.compare("plan-syntactic", reader="extractive", replies=[])
    assert "method_prompts" not in Run.load(plain).header.settings
    bench.settings = bench.settings.model_copy(update={"planner_model": "tuned-1b"})
    [(tuned, _)] = bench.compare("plan", reader="extractive", replies=[])
    assert Run.load(tuned).header.settings["planner_model"] == "tuned-1b"


def test_answering_without_evidence_needs_no_corpus_but_a_model(bench: Bench) -> None:
    bare = dataclasses.replace(DATASET, corpus=())
    [(_, figures)] = bench.compare("cot", dataset=bare, reader="llm", replies=["Answer: Alpha"] * 3)
    assert figures["em"] == 1.0
    assert "start" not in bench.platforms[0].calls
    with pytest.raises(EvaluationError, match="choose the reader llm"):
        bench.compare("react", reader="extractive")

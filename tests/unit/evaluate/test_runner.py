"""A run asks what it still lacks, keeps each result at once, and outlives what goes wrong."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from threading import Barrier, Event

import pytest

from kgplatform.answer.asking import UnusableReplies
from kgplatform.answer.reading import Reading
from kgplatform.errors import (
    BadReply,
    EvaluationError,
    GraphUnavailable,
    ModelError,
    ModelUnavailable,
    RateLimited,
)
from kgplatform.evaluate.datasets import CorpusDocument, Dataset, EvaluationQuestion
from kgplatform.evaluate.runner import list_missing, run
from kgplatform.evaluate.runs import NO_READER, Run, RunFile, RunHeader
from kgplatform.models.conversation import UnusableReply
from kgplatform.pipelines.direct import form_answer, retrieve_and_read
from kgplatform.pipelines.protocol import AnswerOptions
from kgplatform.records import Answer, Evidence, ScoredPassage, ScoredStatement, Usage

pytestmark = pytest.mark.unit

DATASET = Dataset(
    "tiny",
    tuple(CorpusDocument(name, name.upper(), f"Text {name}.") for name in ("a", "b#1", "c", "d")),
    tuple(
        EvaluationQuestion(f"q{number}", f"Question {number}?", ("Alpha",), None, frozenset({"a"}))
        for number in range(1, 5)
    ),
)
HEADER = RunHeader("tiny", DATASET.sha256, "open", "fixed", "llm", 3, 2, {}, "1.0")
UNREAD = dataclasses.replace(HEADER, reader=NO_READER)
USAGE = Usage(llm_calls=1, prompt_tokens=10, completion_tokens=2)


def make_passage(document_id: str, *, part: int = 0) -> ScoredPassage:
    uri = f"file:///corpus.jsonl#{document_id}"
    return ScoredPassage(f"{document_id}/{part}", "hash", "T", uri, "Text.", 1.0)


def make_statement(passage: ScoredPassage, number: int) -> ScoredStatement:
    return ScoredStatement(
        f"s{number}", "S", "is", "O", (), passage.passage_id, 0, 4, score=1 / (number + 1)
    )


class Fixed:
    """A method that returns the same evidence for every question, and remembers what was asked."""

    def __init__(self, *passages: ScoredPassage) -> None:
        self.evidence = Evidence(passages or tuple(map(make_passage, ("a", "d", "b#1"))))
        self.asked: list[tuple[str, int]] = []
        self.reader = Reader()
        self.top_k: int | None = HEADER.top_k

    def retrieve(self, question: EvaluationQuestion, *, top_k: int) -> Evidence:
        self.asked.append((question.id, top_k))
        return self.evidence

    def answer(self, question: EvaluationQuestion) -> Answer:
        outcome = retrieve_and_read(
            question.text,
            AnswerOptions(top_k=self.top_k, depth=HEADER.depth, fall_back=False),
            retrieve=lambda depth: self.retrieve(question, top_k=depth),
            read=lambda shown: self.reader(question, shown),
        )
        return form_answer(question.text, outcome, method="fixed")


class Reader:
    """Answers every question, but for those that raise; remembers the evidence of each."""

    def __init__(self, **errors: Exception) -> None:
        self.errors = errors
        self.read: dict[str, Evidence] = {}

    def __call__(self, question: EvaluationQuestion, evidence: Evidence) -> Reading:
        key = question.id
        self.read[key] = evidence
        if key in self.errors:
            raise self.errors[key]
        return Reading("Alpha", False, "llm", usage=USAGE, confidence=0.9)


def measure(
    folder: Path,
    method: Fixed | None = None,
    read: Reader | None = None,
    *,
    limit: int | None = None,
    concurrency: int = 1,
) -> Run:
    method = method or Fixed()
    if read is not None:
        method.reader = read
    header = HEADER if read else UNREAD
    file = RunFile(folder, header)
    run(DATASET, file, method, limit=limit, concurrency=concurrency)
    return Run.load(file.path)


def list_ids(result: Run) -> list[str]:
    return [question.id for question in result.questions]


def test_every_question_is_asked_in_order_as_deep_as_the_header_says(tmp_path: Path) -> None:
    method = Fixed()
    result = measure(tmp_path, method)
    assert method.asked == [("q1", 3), ("q2", 3), ("q3", 3), ("q4", 3)]
    assert [question.ranking for question in result.questions] == [("a", "d", "b#1")] * 4


def test_retrieval_alone_has_no_answer(tmp_path: Path) -> None:
    (first, *_) = measure(tmp_path).questions
    assert (first.answer, first.abstained, first.confidence, first.usage) == (
        None, False, None, Usage(),
    )  # fmt: skip


def test_answer_is_kept_with_what_it_cost(tmp_path: Path) -> None:
    (first, *_) = measure(tmp_path, read=Reader()).questions
    assert (first.answer, first.abstained, first.confidence, first.usage) == (
        "Alpha", False, 0.9, USAGE,
    )  # fmt: skip
    timings = first.timings_ms
    assert timings["total"] == pytest.approx(timings["retrieve"] + timings["read"], abs=0.1)


def test_what_the_reader_took_is_told_apart(tmp_path: Path) -> None:
    class Searching(Fixed):
        def retrieve(self, question: EvaluationQuestion, *, top_k: int) -> Evidence:
            return dataclasses.replace(
                super().retrieve(question, top_k=top_k), usage=Usage(2, 300, 40)
            )

    (first, *_) = measure(tmp_path, Searching(), Reader()).questions
    assert (first.reader_usage, first.usage) == (USAGE, USAGE + Usage(2, 300, 40))


def test_document_ranks_by_its_first_passage(tmp_path: Path) -> None:
    method = Fixed(make_passage("a"), make_passage("a", part=1), make_passage("c"))
    assert measure(tmp_path, method).questions[0].ranking == ("a", "c")


def test_passage_from_elsewhere_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="stranger"):
        measure(tmp_path, Fixed(make_passage("stranger")))


def test_passage_from_outside_of_the_graph_takes_no_rank(tmp_path: Path) -> None:
    outside = ScoredPassage("o", "", "T (Wikidata)", "http://kb/Q1", "T is O.", 1.0)
    result = measure(tmp_path, Fixed(outside, make_passage("d")))
    assert {question.ranking for question in result.questions} == {("d",)}


def test_limit_is_extended_without_asking_again(tmp_path: Path) -> None:
    first, second = Fixed(), Fixed()
    assert list_ids(measure(tmp_path, first, limit=1)) == ["q1"]
    assert list_ids(measure(tmp_path, second, limit=3)) == ["q1", "q2", "q3"]
    assert [key for key, _ in second.asked] == ["q2", "q3"]
    assert [q.id for q in list_missing(DATASET, RunFile(tmp_path, UNREAD))] == ["q4"]


def test_reader_gets_the_first_passages_with_their_statements(tmp_path: Path) -> None:
    method, reader = Fixed(), Reader()
    a, d, b = method.evidence.passages
    statements = tuple(make_statement(p, n) for n, p in enumerate((b, a, d, a, d, a, d)))
    method.evidence = dataclasses.replace(method.evidence, statements=statements)
    measure(tmp_path, method, reader, limit=1)
    read = reader.read["q1"]
    assert read.passages == (a, d)
    # two a passage: the best four of the six statements of a and d
    assert [s.statement_id for s in read.statements] == ["s1", "s2", "s3", "s4"]


def test_reader_gets_all_evidence_where_no_number_is_given(tmp_path: Path) -> None:
    method, reader = Fixed(), Reader()
    method.top_k = None
    measure(tmp_path, method, reader, limit=1)
    assert reader.read["q1"] == method.evidence


@pytest.mark.parametrize(
    ("error", "usage"),
    [
        pytest.param(ModelError("It refused."), Usage(), id="refused"),
        pytest.param(RateLimited("It asks to wait."), Usage(), id="rate limited"),
        pytest.param(BadReply("no JSON", task="answer", raw="?"), Usage(), id="bad reply"),
        pytest.param(
            UnusableReply("cut off", task="answer", raw="", usage=USAGE), USAGE, id="paid for"
        ),
        pytest.param(
            UnusableReplies(BadReply("no JSON", task="answer", raw=""), USAGE), USAGE, id="twice"
        ),
    ],
)
def test_failed_model_call_is_recorded_and_the_run_goes_on(
    tmp_path: Path, error: ModelError, usage: Usage
) -> None:
    first, second, *_ = measure(tmp_path, read=Reader(q1=error)).questions
    assert (first.answer, first.abstained, first.error) == ("", True, str(error))
    assert (first.usage, first.ranking) == (usage, ("a", "d", "b#1"))
    assert (second.answer, second.error) == ("Alpha", "")


def test_failed_questions_alone_are_asked_again(tmp_path: Path) -> None:
    measure(tmp_path, read=Reader(q2=ModelError("It refused.")))
    method = Fixed()
    result = measure(tmp_path, method, Reader())
    assert [key for key, _ in method.asked] == ["q2"]
    assert [question.error for question in result.questions] == [""] * 4


@pytest.mark.parametrize(
    "error",
    [ModelUnavailable("Nothing answers."), GraphUnavailable("Nothing answers."), ValueError("bug")],
    ids=lambda error: type(error).__name__,
)
def test_outage_stops_the_run_and_keeps_what_was_asked(tmp_path: Path, error: Exception) -> None:
    with pytest.raises(type(error)):
        measure(tmp_path, read=Reader(q3=error))
    file = RunFile(tmp_path, HEADER)
    assert list_ids(Run.load(file.path)) == ["q1", "q2"]
    assert list_ids(measure(tmp_path, read=Reader())) == ["q1", "q2", "q3", "q4"]


def test_failed_model_call_of_a_method_is_recorded_too(tmp_path: Path) -> None:
    class Failing(Fixed):
        def retrieve(self, question: EvaluationQuestion, *, top_k: int) -> Evidence:
            raise ModelError("It refused.")

    (first, *_) = measure(tmp_path, Failing(), Reader()).questions
    assert (first.ranking, first.answer, first.error) == ((), "", "It refused.")


def test_several_questions_are_under_way_at_a_time(tmp_path: Path) -> None:
    both = Barrier(2, timeout=30)

    class Meeting(Fixed):
        def retrieve(self, question: EvaluationQuestion, *, top_k: int) -> Evidence:
            both.wait()
            return super().retrieve(question, top_k=top_k)

    result = measure(tmp_path, Meeting(), Reader(), concurrency=2)
    assert sorted(list_ids(result)) == ["q1", "q2", "q3", "q4"]
    assert not any(question.error for question in result.questions)


def test_what_is_under_way_is_kept_when_the_model_goes_away(tmp_path: Path) -> None:
    failed = Event()

    class Leaving(Reader):
        def __call__(self, question: EvaluationQuestion, evidence: Evidence) -> Reading:
            if question.id == "q1":
                failed.set()
                raise ModelUnavailable("Nothing answers.")
            failed.wait(30)
            return super().__call__(question, evidence)

    method = Fixed()
    with pytest.raises(ModelUnavailable):
        measure(tmp_path, method, Leaving(), concurrency=2)
    kept = list_ids(Run.load(RunFile(tmp_path, HEADER).path))
    assert {"q1", *kept} == {key for key, _ in method.asked}
    assert "q2" in kept

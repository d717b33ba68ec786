"""Reports are put together from run files alone, and say what these hold."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest

from kgplatform.errors import EvaluationError, UsageError
from kgplatform.evaluate.report.assemble import compare_runs, make_blocks
from kgplatform.evaluate.report.contents import Measure, Origin, Report
from kgplatform.evaluate.report.drawing import PALETTE, choose_looks, spread
from kgplatform.evaluate.report.page import write_page
from kgplatform.evaluate.report.writing import write_report
from kgplatform.evaluate.runs import Run
from kgplatform.evaluate.scoring import score
from kgplatform.ingest.limits import Prices
from kgplatform.records import Usage
from tests.unit.evaluate.asked import make_dataset, make_question, make_result
from tests.unit.evaluate.asked import make_run as make_asked_run
from tests.unit.evaluate.reported import DATASET, ERROR, make_run

pytestmark = pytest.mark.unit

MEASURE = Measure(ks=(1, 2))
ORIGIN = Origin("kgplatform evaluate tiny ```", "2026-11-21", {"kgplatform": "0.1.0"}, "Linux")
OTHER = replace(
    DATASET, name="other", questions=tuple(replace(q, text="Else?") for q in DATASET.questions)
)


def _report(*runs: Run, measure: Measure = MEASURE) -> Report:
    named = [(run.header.file_name, run) for run in runs]
    blocks = make_blocks(named, [DATASET, OTHER], measure, with_tests=True)
    return Report(ORIGIN, measure, blocks)


def _page(report: Report) -> str:
    return write_page(report, charts=[{} for _ in report.blocks])


def _row(page: str, heading: str, system: str) -> list[str]:
    section = page.split(f"### {heading}\n", 1)[1].split("\n##", 1)[0]
    [line] = [line for line in section.splitlines() if line.startswith(f"| {system} |")]
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_figures_are_those_of_score() -> None:
    prices = Prices(prompt=1.0, completion=2.0)
    measure = replace(MEASURE, prices=prices)
    [block] = _report(make_run("graph"), make_run("bm25"), measure=measure).blocks
    expected = score(make_run("bm25"), DATASET, ks=(1, 2), prices=prices)
    assert block.systems[1].figures == expected
    assert expected["cost"] == pytest.approx(4 * (100 + 2 * 10) / 1e6)


def test_recall_curve_reaches_the_depth_of_the_run() -> None:
    [block] = _report(make_run("graph"), measure=Measure(ks=(2,))).blocks
    assert block.systems[0].recall_curve == pytest.approx((0.375, 0.75))


def test_runs_of_one_data_set_and_setting_are_one_block() -> None:
    runs = [
        make_run("graph"),
        make_run("graph", dataset=OTHER),
        make_run("graph", setting="distractor"),
        make_run("bm25"),
    ]
    blocks = _report(*runs).blocks
    assert [(b.dataset, b.setting, [s.label for s in b.systems]) for b in blocks] == [
        ("tiny|set", "open", ["graph", "bm25"]),
        ("other", "open", ["graph"]),
        ("tiny|set", "distractor", ["graph"]),
    ]


def test_figures_are_of_the_questions_that_all_runs_have() -> None:
    [block] = _report(make_run("graph"), make_run("bm25", asked=2)).blocks
    assert (block.n, block.questions) == (2, 4)
    assert [system.figures["n"] for system in block.systems] == [2, 2]
    assert block.systems[0].figures["em"] == 1.0
    [block] = _report(make_run("graph"), measure=Measure(ks=(1,), limit=3)).blocks
    assert (block.n, block.systems[0].figures["em"]) == (3, pytest.approx(2 / 3))


def test_run_that_has_not_begun_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    begun, empty = make_run("graph", asked=2), make_run("bm25", asked=0)
    [block] = _report(begun, empty).blocks
    assert (block.n, [system.label for system in block.systems]) == (2, ["graph"])
    assert empty.header.file_name in caplog.text
    with pytest.raises(EvaluationError, match="continue them"):
        _report(empty)


def test_run_of_another_data_set_is_refused_with_its_name() -> None:
    with pytest.raises(EvaluationError, match=r"mine\.jsonl.*tiny"):
        make_blocks([("mine.jsonl", make_run("graph"))], [OTHER], MEASURE)


def test_reference_is_the_one_of_that_name_or_an_error() -> None:
    measure = replace(MEASURE, against="bm25")
    [block] = _report(make_run("graph"), make_run("bm25"), measure=measure).blocks
    assert {(test.system, test.reference) for test in block.tests} == {("graph", "bm25")}
    with pytest.raises(UsageError, match="graph; bm25"):
        _report(make_run("graph"), make_run("bm25"), measure=replace(MEASURE, against="dense"))


def test_two_runs_are_compared_in_every_metric_both_have() -> None:
    n, tests = compare_runs(make_run("graph"), make_run("bm25", asked=3), DATASET, MEASURE)
    found = {test.metric: test for test in tests}
    assert n == 3
    assert list(found)[:4] == ["recall@1", "recall@2", "all@1", "all@2"]
    # recall@2 of graph 1, 1/2, 1 and of bm25 1/2, 1, 0
    assert found["recall@2"].difference == pytest.approx((0.5 - 0.5 + 1) / 3)
    assert found["em"].value == pytest.approx(2 / 3)
    assert found["em"].p_adjusted == found["em"].p_value
    _, tests = compare_runs(make_run("graph"), make_run("none"), DATASET, MEASURE)
    assert not [test.metric for test in tests if "@" in test.metric or test.metric == "mrr"]


def test_page_shows_the_figures_and_marks_the_best() -> None:
    page = _page(_report(make_run("graph"), make_run("bm25"), make_run("gold")))
    assert "# Evaluation on tiny\\|set" in page
    assert "4 of 4" in page
    retrieval = _row(page, "Retrieval", "graph")
    assert retrieval[1].startswith("**37.5** [")
    assert retrieval[2].startswith("**75.0** [")
    assert "| gold |" not in page.split("### Retrieval")[1].split("###")[0]
    assert _row(page, "Answers", "graph")[1].startswith("**50.0** [")
    assert _row(page, "Answers", "gold")[1].startswith("75.0 [")
    assert "- EM: **graph** 50.0" in page
    assert "bm25 − graph: −25.0 [" in page
    assert _row(page, "Effort", "graph") == ["graph", "1.0", "110"]  # calls, tokens
    assert _row(page, "Answers", "bm25")[3].startswith("25.0 [")  # answer P
    # 100 ms in all, of which 5 for retrieval, which gold has none of
    assert _row(page, "Time a question", "bm25") == ["bm25", "100", "100", "5.0", "5.0"]
    assert _row(page, "Time a question", "gold") == ["gold", "100", "100", "–", "–"]


@pytest.mark.parametrize(("against", "is_stated"), [(None, True), ("bm25", False)])
def test_page_tells_that_the_best_was_chosen_on_the_same_questions(
    against: str | None, is_stated: bool
) -> None:
    measure = replace(MEASURE, against=against)
    runs = [(method, make_run(method)) for method in ("graph", "bm25")]
    blocks = make_blocks(runs, [DATASET], measure, with_tests=True)
    page = _page(Report(ORIGIN, measure, blocks))
    assert ("chosen as the best on these same questions" in page) is is_stated


def test_page_tells_what_was_measured_and_how() -> None:
    page = _page(_report(make_run("graph"), make_run("bm25")))
    assert (
        "All runs: reader llm, retrieved 2, read 2, chat model tiny-1b, kgplatform 0.1.0." in page
    )
    assert f"`{make_run('graph').header.file_name}`" in page
    assert "````\nkgplatform evaluate tiny ```\n````" in page
    assert DATASET.sha256[:12] in page


def test_page_counts_failures_and_shows_foreign_text_as_text() -> None:
    page = _page(_report(make_run("graph"), make_run("bm25")))
    assert "- bm25: 1 questions unanswered." in page
    assert "did \\| not answer; \\*wait\\*." in page
    assert "<b>" not in page
    answers = page.split("### Answers")[1]
    assert "| failures |" in answers.split("\n\n")[1]


def test_page_tells_how_many_replies_were_cached() -> None:
    run = make_run("graph")
    assert "cache" not in _page(_report(run)).split("## What the figures mean")[0]
    cached = replace(run.questions[0], usage=Usage(cached_calls=1))
    page = _page(_report(replace(run, questions=(cached, *run.questions[1:]))))
    assert "1 of 4 replies came from the cache" in page


def test_times_count_remembered_replies_at_what_they_took() -> None:
    run = make_run("graph")
    usage = Usage(cached_calls=1, cached_ms=700.0)
    slow = tuple(replace(r, usage=usage, reader_usage=usage) for r in run.questions)
    [block] = _report(replace(run, questions=slow)).blocks
    totals = [result.timings_ms["total"] + 700 for result in run.questions]
    assert block.systems[0].figures["timings_ms"]["p50"] == pytest.approx(median(totals))
    retrievals = [result.timings_ms["retrieve"] for result in run.questions]
    assert block.systems[0].retrieve_ms is not None
    assert block.systems[0].retrieve_ms["p50"] == pytest.approx(median(retrievals))


def test_unknown_times_are_left_out_or_a_dash_where_the_others_asked_no_model() -> None:
    run = make_run("graph")
    first, *others = (replace(r, usage=Usage(1), reader_usage=Usage(1)) for r in run.questions)
    unknown = replace(first, usage=Usage(cached_calls=1, cached_ms=None), reader_usage=Usage())
    [block] = _report(replace(run, questions=(unknown, *others))).blocks
    totals = [result.timings_ms["total"] for result in others]
    assert block.systems[0].figures["timings_ms"]["p50"] == pytest.approx(median(totals))
    plain = replace(others[0], usage=Usage(), reader_usage=Usage())
    for rest in ((plain, *others[1:]), tuple(replace(unknown, id=r.id) for r in others)):
        report = _report(replace(run, questions=(unknown, *rest)))
        assert report.blocks[0].systems[0].figures["timings_ms"] is None
        assert report.blocks[0].systems[0].retrieve_ms is None
        assert "### Time a question" not in _page(report)


def test_tokens_a_question_do_not_depend_on_what_was_cached() -> None:
    run = make_run("graph")
    remembered = tuple(
        replace(
            result,
            usage=Usage(
                cached_calls=result.usage.llm_calls,
                cached_prompt_tokens=result.usage.prompt_tokens,
                cached_completion_tokens=result.usage.completion_tokens,
            ),
        )
        for result in run.questions
    )
    asked, cached = (
        _row(_page(_report(made)), "Effort", "graph")
        for made in (run, replace(run, questions=remembered))
    )
    assert asked == cached


def test_page_tells_a_threshold_where_runs_have_confidences() -> None:
    # every second question from the first: right with 0.9, wrong with 0.4. F1 of right answers is
    # best from 0.9 on: half is answered, all of it right. On the others: right with 0.8, and an
    # answer turned away with 0.2, so nothing is answered from 0.9 on.
    page = _page(_report(make_run("graph")))
    assert _row(page, "Answering only where sure", "graph")[1:6] == [
        "0.90", "50.0", "100.0", "0.0", "0.0",
    ]  # fmt: skip


def test_page_of_several_data_sets_begins_with_one_table() -> None:
    page = _page(_report(make_run("graph"), make_run("graph", dataset=OTHER), make_run("bm25")))
    table = page.split("## In short\n\n")[1].split("\n\n")[0].splitlines()
    assert table[0] == (
        "| system | tiny\\|set, open: recall@2 | tiny\\|set, open: EM "
        "| other, open: recall@2 | other, open: EM |"
    )
    assert table[2:] == [
        "| graph | **75.0** | **50.0** | 75.0 | 50.0 |",
        "| bm25 | 62.5 | 25.0 | – | – |",
    ]


def test_report_is_written_with_charts_that_are_linked(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert write_report(_report(make_run("graph"), make_run("bm25")), tmp_path) == ""
    page = (tmp_path / "report.md").read_text(encoding="utf-8")
    linked = re.findall(r"!\[.*?\]\((.*?)\)", page)
    assert [name.rpartition("-")[2] for name in linked] == [
        "recall.png",
        "tokens.png",
        "latency.png",
    ]
    for name in linked:
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")
    fields = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    figures = [system["figures"] for system in fields["blocks"][0]["systems"]]
    assert figures == [
        json.loads(json.dumps(score(make_run(m), DATASET, ks=(1, 2)))) for m in ("graph", "bm25")
    ]
    assert fields["blocks"][0]["systems"][1]["errors"] == [["q4", ERROR]]


@pytest.mark.parametrize(("confidences", "is_drawn"), [((0.5,), False), ((0.5, 0.9), True)])
def test_coverage_is_drawn_where_a_run_is_sure_of_some_answers_only(
    confidences: tuple[float, ...], is_drawn: bool, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    count = 10  # answers at each confidence: fewer are no share
    asked = [
        (f"q{place}-{confidence}", confidence)
        for confidence in confidences
        for place in range(count)
    ]
    dataset = make_dataset(*(make_question(key, ["x"], "a") for key, _ in asked))
    results = [make_result(key, "a", "x", confidence=confidence) for key, confidence in asked]
    run = make_asked_run(dataset, *results)
    blocks = make_blocks([(run.header.file_name, run)], [dataset], MEASURE, with_tests=True)
    write_report(Report(ORIGIN, MEASURE, blocks), tmp_path)
    assert any(tmp_path.glob("*-coverage.png")) == is_drawn


def test_report_without_matplotlib_says_how_to_get_charts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    note = write_report(_report(make_run("graph")), tmp_path)
    assert 'pip install "kgplatform[evaluate]"' in note
    page = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "has no charts" in page
    assert "![" not in page
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.json", "report.md"]


def test_report_says_where_it_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UsageError, match="cannot be made"):
        write_report(_report(make_run("graph")), tmp_path / "file" / "out")


def test_labels_are_moved_apart_as_little_as_possible() -> None:
    # 10 and 11 are moved by half a gap's lack each; 20 stays
    assert spread([20.0, 10.0, 11.0], gap=4.0) == pytest.approx([20.0, 8.5, 12.5])
    assert spread([], gap=4.0) == []


def test_methods_and_baselines_take_colours_from_the_two_ends() -> None:
    looks = choose_looks([True, False, True, False])
    assert [look.color for look in looks] == [PALETTE[-1], PALETTE[0], PALETTE[-2], PALETTE[1]]
    assert [look.dashes for look in looks] == ["--", "-", "--", "-"]
    assert len({look.marker for look in looks}) == 4

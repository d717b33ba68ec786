"""The pieces of a report: Markdown, figures as text, labels, columns, paired tests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgplatform.evaluate.baselines import BASELINES
from kgplatform.evaluate.figures import UNRANKED
from kgplatform.evaluate.report.assemble import make_blocks
from kgplatform.evaluate.report.columns import (
    answer_columns,
    effort_columns,
    find_best,
    keep_filled,
    retrieval_columns,
)
from kgplatform.evaluate.report.contents import Measure, PairedTest
from kgplatform.evaluate.report.formats import (
    format_metric,
    format_milliseconds,
    format_p,
    format_points,
)
from kgplatform.evaluate.report.labels import label_runs
from kgplatform.evaluate.report.markdown import code, code_block, escape, image, table
from kgplatform.evaluate.report.paired import adjust_p_values, compare_with_reference
from kgplatform.records import Usage
from tests.unit.evaluate.reported import DATASET, make_run

pytestmark = pytest.mark.unit

MEASURE = Measure(ks=(1, 2))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text, 2.5 and a_b", "plain text, 2.5 and a_b"),
        ("a|b\n c", r"a\|b c"),
        ("*x* _y_ `z` [l](u)", r"\*x\* \_y\_ \`z\` \[l\](u)"),
        ("<script>&amp;", "&lt;script&gt;&amp;amp;"),
        ("- item", r"\- item"),
        ("# title", r"\# title"),
        ("1. first", r"1\. first"),
        ("0.1.0", "0.1.0"),
        ("see https://x.org and www.x.org", r"see https\://x.org and www\.x.org"),
        ("$a$ \\ ~b~", r"\$a\$ \\ \~b\~"),
    ],
)
def test_foreign_text_is_escaped(text: str, shown: str) -> None:
    assert escape(text) == shown


def test_code_outgrows_the_backticks_in_it() -> None:
    assert code("a|b") == "`a\\|b`"
    assert code("a`b``c") == "``` a`b``c ```"
    assert code_block("x ``` y") == "````\nx ``` y\n````"


def test_table_has_text_on_the_left_and_figures_on_the_right() -> None:
    assert table(["s", "n"], [["a", "1"]]) == "| s | n |\n| :-- | --: |\n| a | 1 |"


def test_image_names_are_quoted() -> None:
    assert image("a b).png", text="x]") == r"![x\]](a%20b%29.png)"


def test_figures_are_told_alike_everywhere() -> None:
    assert (format_points(0.0525), format_points(-0.01), format_points(-0.0001)) == (
        "+5.2",
        "−1.0",
        "0.0",
    )
    assert (format_p(0.0004), format_p(0.049)) == ("< 0.001", "0.049")
    assert (format_milliseconds(3.14), format_milliseconds(1234.5)) == ("3.1", "1,234")
    assert (format_metric("ndcg@10"), format_metric("em"), format_metric("all@5")) == (
        "nDCG@10",
        "EM",
        "all@5",
    )


def test_labels_hold_no_more_than_tells_runs_apart() -> None:
    graph, bm25 = make_run("graph").header, make_run("bm25").header
    assert label_runs([graph, bm25]) == ["graph", "bm25"]
    extractive = make_run("graph", reader="extractive").header
    assert label_runs([graph, extractive]) == ["graph (llm)", "graph (extractive)"]
    assert label_runs([graph, replace(graph, top_k=1)]) == ["graph (top 2)", "graph (top 1)"]


def test_runs_alike_in_all_that_has_a_name_are_told_apart_by_their_hash() -> None:
    headers = [make_run("graph", settings={"embedder": name}).header for name in ("x", "y")]
    labels = label_runs(headers)
    assert len(set(labels)) == 2
    for label, header in zip(labels, headers, strict=True):
        assert header.file_name.endswith(label.removeprefix("graph (").removesuffix(")") + ".jsonl")


def test_methods_that_choose_nothing_are_baselines() -> None:
    assert set(BASELINES) > UNRANKED


def test_method_that_chooses_nothing_has_no_figures_of_retrieval() -> None:
    [block] = make_blocks([(m, make_run(m)) for m in ("graph", "none")], [DATASET], MEASURE)
    recall = retrieval_columns(MEASURE.ks)[1]
    assert [recall.show(system) for system in block.systems] == ["75.0", "–"]
    assert recall.show_interval(block.systems[1]) == ""
    assert recall.show_interval(block.systems[0]).startswith(" [")


def test_columns_without_a_figure_are_left_out() -> None:
    [block] = make_blocks([("g", make_run("graph", reader="none"))], [DATASET], MEASURE)
    kept = keep_filled([*retrieval_columns(MEASURE.ks), *answer_columns()], block.systems)
    assert [column.heading for column in kept] == [
        "recall@1",
        "recall@2",
        "all@1",
        "all@2",
        "MRR",
    ]


def test_best_are_all_that_show_the_highest_figure_but_for_the_upper_bound() -> None:
    runs = [(method, make_run(method)) for method in ("graph", "bm25", "gold")]
    [block] = make_blocks(runs, [DATASET], MEASURE)
    made = (*retrieval_columns(MEASURE.ks), *answer_columns(), *effort_columns())
    columns = {column.heading: column for column in made}
    assert find_best(columns["recall@1"], block.systems) == {"graph", "bm25"}  # both 37.5
    assert find_best(columns["EM"], block.systems) == {"graph"}  # 50.0; gold has 75.0
    assert find_best(columns["tokens"], block.systems) == set()
    assert find_best(columns["EM"], block.systems[:1]) == set()


def test_every_mean_has_its_interval_in_the_column() -> None:
    [block] = make_blocks([("g", make_run("graph", depth=10))], [DATASET], MEASURE)
    columns = keep_filled([*retrieval_columns(MEASURE.ks), *answer_columns()], block.systems)
    without = [c.heading for c in columns if not c.show_interval(block.systems[0])]
    assert (len(columns), without) == (13, [])


def test_calls_are_those_a_question_took_remembered_or_not() -> None:
    run = make_run("graph")
    remembered = replace(run.questions[0], usage=Usage(llm_calls=2, cached_calls=1))
    changed = replace(run, questions=(remembered, *run.questions[1:]))
    [block] = make_blocks([("g", changed), ("x", make_run("bm25", reader="extractive"))], [DATASET],
                          MEASURE)  # fmt: skip
    [calls] = [column for column in effort_columns() if column.heading == "calls"]
    assert [calls.show(system) for system in block.systems] == ["1.5", "–"]  # 3 + 3 x 1, of 4


def _test(p: float) -> PairedTest:
    return PairedTest("em", "a", "b", 0.5, 0.4, 0.1, (0.0, 0.2), p, p)


def test_p_values_are_adjusted_step_down() -> None:
    # of three: the least times 3, the next times 2 but never below the one before, the last as is
    adjusted = adjust_p_values([_test(0.04), _test(0.01), _test(0.03)])
    assert [test.p_adjusted for test in adjusted] == pytest.approx([0.06, 0.03, 0.06])
    assert [test.p_value for test in adjusted] == [0.04, 0.01, 0.03]
    assert [test.p_adjusted for test in adjust_p_values([_test(0.7), _test(0.6)])] == [1.0, 1.0]


VALUES = {
    "gold": {"em": [1.0, 1.0, 1.0]},
    "good": {"em": [1.0, 1.0, 0.0], "recall@1": [0.5, 0.5, 0.5]},
    "weak": {"em": [0.0, 1.0, 0.0], "recall@1": [1.0, 1.0, 0.0]},
}


def test_systems_are_compared_with_the_best_of_each_metric() -> None:
    tests = compare_with_reference(VALUES, metrics=["recall@1", "em", "f1"], never=["gold"])
    assert [(t.metric, t.system, t.reference) for t in tests] == [
        ("recall@1", "good", "weak"),  # 0.5 below 2/3
        ("em", "gold", "good"),
        ("em", "weak", "good"),
    ]
    assert tests[0].difference == pytest.approx(0.5 - 2 / 3)
    assert (tests[2].value, tests[2].reference_value) == pytest.approx((1 / 3, 2 / 3))


def test_systems_are_compared_with_a_named_reference() -> None:
    tests = compare_with_reference(VALUES, metrics=["recall@1", "em"], against="gold")
    assert [(t.metric, t.system) for t in tests] == [("em", "good"), ("em", "weak")]

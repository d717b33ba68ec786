"""Records as DataFrames, through the real pandas."""

from __future__ import annotations

import sys
from datetime import UTC, datetime

import pytest

from kgplatform.errors import MissingExtra, UsageError
from kgplatform.evaluate.scoring import score
from kgplatform.frames import Rows, to_frame
from kgplatform.records import Evidence, ScoredPassage, ScoredStatement, Step
from tests.unit.evaluate.asked import make_dataset, make_question, make_result, make_run

pd = pytest.importorskip("pandas")
pytestmark = pytest.mark.unit

FRAM = ScoredPassage("p1", "d1", "Fram", "fram.md", "Colin Archer built her.", 0.9, page=3)
NORGE = ScoredPassage("p2", "d2", "Norge", "norge.md", "An airship.", 0.5)
BUILT = ScoredStatement(
    "s1", "Colin Archer", "built", "Fram", (("time", "1892"),), "p1", 0, 23, 0.8
)


def test_passages_are_rows_in_their_order() -> None:
    frame = to_frame(Evidence(passages=(FRAM, NORGE)).passages)
    assert list(frame["title"]) == ["Fram", "Norge"]
    assert list(frame.columns[:5]) == ["passage_id", "document_id", "title", "uri", "text"]
    assert frame["score"].sum() == pytest.approx(1.4)


def test_whole_numbers_stay_whole_where_some_are_missing() -> None:
    frame = to_frame([FRAM, NORGE])
    assert frame["page"].dtype == "Int64"
    assert frame["page"][0] == 3
    assert frame["page"].isna().tolist() == [False, True]


def test_fields_have_the_form_of_the_command_line() -> None:
    frame = to_frame([BUILT])
    assert frame["qualifiers"][0] == [{"relation": "time", "value": "1892"}]
    steps = to_frame([Step("seeds", {"names": ["Fram"]}), Step("hops", {"count": 2})])
    assert steps["step"].tolist() == ["seeds", "hops"]
    assert steps["count"].tolist() == [pd.NA, 2]


def test_figures_of_runs_are_a_table_with_a_column_a_figure() -> None:
    dataset = make_dataset(make_question("q1", ["York"], "a"), make_question("q2", ["Rome"], "b"))
    runs = [
        make_run(dataset, make_result("q1", "a", "York"), make_result("q2", "xb", "Oslo")),
        make_run(dataset, make_result("q1", "a", "York"), make_result("q2", "bx", "Rome")),
    ]
    frame = to_frame([score(run, dataset, ks=(1, 2)) for run in runs], flat=True)
    assert frame["recall.1"].tolist() == [1 / 2, 1]
    assert frame["em"].tolist() == [1 / 2, 1]
    assert frame["usage.llm_calls"].tolist() == [0, 0]
    assert to_frame(runs[0].questions)["answer"].tolist() == ["York", "Oslo"]


def test_rows_of_a_query_are_a_list_with_a_frame() -> None:
    at = datetime(2026, 11, 3, 9, 30, tzinfo=UTC)
    rows = Rows([{"id": "r1", "at": at}, {"id": "r2", "at": None}], columns=["id", "at"])
    assert rows == [{"id": "r1", "at": at}, {"id": "r2", "at": None}]
    frame = rows.to_frame()
    assert frame["at"].dt.year.iloc[0] == 2026
    assert frame["at"].isna().tolist() == [False, True]


def test_frame_without_rows_has_the_columns_of_its_query() -> None:
    frame = Rows(columns=["label", "count"]).to_frame()
    assert list(frame.columns) == ["label", "count"]
    assert frame.empty
    assert to_frame([]).empty


@pytest.mark.parametrize(
    ("records", "word"),
    [(Evidence(), "one Evidence"), ({"a": 1}, "one dict"), ("text", "one str"), ([1], "type int")],
    ids=["record", "row", "text", "numbers"],
)
def test_what_is_no_sequence_of_records_is_said(records: object, word: str) -> None:
    with pytest.raises(UsageError, match=word):
        to_frame(records)


def test_absent_pandas_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtra, match=r"kgplatform\[pandas\]"):
        Rows([{"a": 1}]).to_frame()

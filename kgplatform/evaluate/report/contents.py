"""What a report holds, as values: the page, the JSON file and the charts all show the same.

A block is what may be compared: runs of one data set in one setting, over the same questions. A
system is one run of it, under a label that distinguishes it. No figure is made here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kgplatform.evaluate.abstention import CoveragePoint, ThresholdReport
from kgplatform.evaluate.baselines import GOLD_DOCUMENTS
from kgplatform.evaluate.figures import DEFAULT_KS, UNRANKED
from kgplatform.evaluate.runs import NO_READER, RunHeader
from kgplatform.ingest.limits import Prices

__all__ = ["Block", "Coverage", "Measure", "Origin", "PairedTest", "Report", "System"]

USUAL_DEPTH = 5  # of the tests on retrieval: recall@5 is what HippoRAG 2 and most others report


@dataclass(frozen=True, slots=True)
class Measure:
    """What to compute from runs.

    Attributes:
        ks: depths of recall@k and all@k.
        limit: the first so many questions; None: as many as all runs of a block have.
        prices: of the chat model, for the cost.
        against: label or method that the others are tested against; None: the best one.
        with_bertscore: whether answers are also compared in meaning, by a large model.
    """

    ks: tuple[int, ...] = DEFAULT_KS
    limit: int | None = None
    prices: Prices | None = None
    against: str | None = None
    with_bertscore: bool = False

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that systems are compared in, by their names in `figures`."""
        depth = USUAL_DEPTH if USUAL_DEPTH in self.ks else self.ks[-1]
        return f"recall@{depth}", f"all@{depth}", "em", "f1"


@dataclass(frozen=True, slots=True)
class System:
    """One run as it is reported.

    Attributes:
        label: distinguishes it from the other systems of its block.
        file: name of its run file.
        header: of its run.
        figures: of `scoring.score`, with bertscore (0..1) where it was asked for.
        retrieve_ms: percentiles (p50, p95) of the retrieval's part of a question's milliseconds;
            None where they are not known.
        recall_curve: recall at 1, 2, … documents, 0..1; empty where the method ranks nothing.
        errors: question id and sentence of each question whose model call failed.
    """

    label: str
    file: str
    header: RunHeader
    figures: Mapping[str, Any]
    retrieve_ms: Mapping[str, float] | None
    recall_curve: tuple[float, ...] = ()
    errors: tuple[tuple[str, str], ...] = ()

    @property
    def is_upper_bound(self) -> bool:
        """Whether it was given what the others have to find, so that it cannot be the best."""
        return self.header.method == GOLD_DOCUMENTS

    @property
    def ranks(self) -> bool:
        """Whether it chooses documents, so that figures of retrieval say something of it."""
        return self.header.method not in UNRANKED

    @property
    def reads(self) -> bool:
        """Whether answers were read."""
        return self.header.reader != NO_READER


@dataclass(frozen=True, slots=True)
class PairedTest:
    """A system against a reference, over the same questions.

    `value` and `reference_value` are the means of the two, `difference` the first minus the
    second, `interval` its bootstrap interval. `p_value` is of the paired test, two-sided;
    `p_adjusted` allows for the number of systems tested on this metric.
    """

    metric: str
    system: str
    reference: str
    value: float
    reference_value: float
    difference: float
    interval: tuple[float, float]
    p_value: float
    p_adjusted: float


@dataclass(frozen=True, slots=True)
class Coverage:
    """How right a system is where it answers only if it is sure.

    `points` go from the surest answer to all of them; `judged` is None where too few questions
    came with a confidence.
    """

    system: str
    points: tuple[CoveragePoint, ...]
    judged: ThresholdReport | None


@dataclass(frozen=True, slots=True)
class Block:
    """The systems of one data set and setting, with the first `n` of its `questions` questions."""

    dataset: str
    dataset_sha256: str
    setting: str
    n: int
    questions: int
    documents: int
    systems: tuple[System, ...]
    tests: tuple[PairedTest, ...] = ()
    coverage: tuple[Coverage, ...] = ()


@dataclass(frozen=True, slots=True)
class Origin:
    """How a report came to be: the command, the day (ISO 8601), versions and machine."""

    command: str
    date: str
    versions: Mapping[str, str]
    machine: str


@dataclass(frozen=True, slots=True)
class Report:
    """All of a report."""

    origin: Origin
    measure: Measure
    blocks: tuple[Block, ...]

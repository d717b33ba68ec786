"""How many chat calls an ingest has under way."""

from __future__ import annotations

import pytest

from kgplatform.extract.extractors import DEFAULT_CONCURRENCY
from kgplatform.ingest.job.spec import Extraction
from kgplatform.runtime.ingest_models import choose_concurrency
from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("of_job", "of_endpoint", "expected"),
    [(None, None, DEFAULT_CONCURRENCY), (None, 16, 16), (2, 16, 2), (8, None, 8)],
    ids=["neither", "endpoint", "both", "job"],
)
def test_a_job_says_it_before_the_endpoints_setting(
    of_job: int | None, of_endpoint: int | None, expected: int
) -> None:
    resources = Resources(Settings(chat_concurrency=of_endpoint))
    assert choose_concurrency(resources, Extraction(concurrency=of_job)) == expected

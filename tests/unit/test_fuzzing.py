"""A small part of what benchmarks/fuzz.py tries: odd input ends in a result or a typed error."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.fuzzing.targets import TARGETS

pytestmark = pytest.mark.unit


@pytest.mark.parametrize("name", TARGETS)
def test_odd_input_is_taken_or_refused_by_name(name: str) -> None:
    target = TARGETS[name]

    @settings(
        max_examples=target.quick,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(target.inputs)
    def try_all(value: Any) -> None:
        assert target.try_one(value)

    try_all()

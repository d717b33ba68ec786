"""Keeps the OpenTelemetry spans that are made, for tests that look at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

__all__ = ["Spans", "keep_spans", "told"]


class Spans:
    """The spans that ended, in their order."""

    def __init__(self, exporter: InMemorySpanExporter) -> None:
        self._exporter = exporter

    @property
    def all(self) -> Sequence[ReadableSpan]:
        return self._exporter.get_finished_spans()

    @property
    def texts(self) -> str:
        """All that the spans say, in one text."""
        return "\n".join(span.to_json() for span in self.all)

    def named(self, start: str) -> list[ReadableSpan]:
        return [span for span in self.all if span.name.startswith(start)]

    def path(self, span: ReadableSpan) -> list[str]:
        """Return the names of a span and of those around it, the innermost first."""
        ids = {other.context.span_id: other for other in self.all}
        path = [span.name]
        while span.parent is not None:
            span = ids[span.parent.span_id]
            path.append(span.name)
        return path


def told(span: ReadableSpan) -> Mapping[str, Any]:
    """Return a span's attributes."""
    return dict(span.attributes or {})


@cache
def _provider() -> TracerProvider:
    """Return the provider of this process, of which there can be one only."""
    provider = TracerProvider()
    trace.set_tracer_provider(provider)
    return provider


@contextmanager
def keep_spans() -> Iterator[Spans]:
    """Keep what spans end within the block."""
    exporter = InMemorySpanExporter()
    _provider().add_span_processor(SimpleSpanProcessor(exporter))
    try:
        yield Spans(exporter)
    finally:
        exporter.shutdown()

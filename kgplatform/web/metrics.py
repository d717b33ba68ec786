"""What is counted of requests and answers, as Prometheus reads it, and a log line a request."""

from __future__ import annotations

import logging

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from kgplatform.records import Answer

__all__ = ["Metrics"]

LOG = logging.getLogger("kgplatform.web")
MS_PER_S = 1000
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "kgplatform_http_requests",
            "Requests by route and status.",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self._seconds = Histogram(
            "kgplatform_http_request_seconds",
            "How long requests took, by route.",
            ["route"],
            buckets=BUCKETS,
            registry=self.registry,
        )
        self._answers = Counter(
            "kgplatform_answers",
            "Questions answered, by method, reader and whether there was no answer.",
            ["method", "reader", "abstained"],
            registry=self.registry,
        )
        self._tokens = Counter(
            "kgplatform_model_tokens",
            "Tokens that a chat model was asked for and replied with.",
            ["kind"],
            registry=self.registry,
        )
        self.asking = Gauge(
            "kgplatform_questions_at_work", "Questions at work or waiting.", registry=self.registry
        )
        self.jobs = Gauge(
            "kgplatform_ingest_jobs_at_work", "Ingest jobs not done.", registry=self.registry
        )

    def count(self, method: str, route: str, status: int, seconds: float, path: str) -> None:
        """Count a request, by its route where there is one, and log it."""
        self._requests.labels(method, route or "none", str(status)).inc()
        self._seconds.labels(route or "none").observe(seconds)
        fields = {"method": method, "path": path, "status": status}
        LOG.info("request", extra={**fields, "ms": round(seconds * MS_PER_S, 1)})

    def count_answer(self, answer: Answer) -> None:
        """Count an answer and what it cost."""
        self._answers.labels(answer.method, answer.reader, str(answer.abstained).lower()).inc()
        self._tokens.labels("prompt").inc(answer.usage.prompt_tokens)
        self._tokens.labels("completion").inc(answer.usage.completion_tokens)

    def render(self) -> bytes:
        """Return all figures in the text format of Prometheus."""
        return generate_latest(self.registry)

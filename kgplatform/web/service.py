"""What all requests of a server share: the platform, its limits, its jobs, its figures."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, TypeVar

from fastapi import Depends, Request

from kgplatform.platform import Platform
from kgplatform.runtime.doctor import Finding, diagnose
from kgplatform.web.jobs import Jobs
from kgplatform.web.metrics import Metrics
from kgplatform.web.options import ServeOptions
from kgplatform.web.problems import Busy, Forbidden
from kgplatform.web.recovery import Recovery
from kgplatform.web.tokens import Role, Tokens
from kgplatform.web.watches import Watches

__all__ = ["RequestRole", "Served", "Service", "Slot", "Writer"]

T = TypeVar("T")


class Service:
    """One platform, answered for by one server.

    Args:
        platform: whose graph and models.
        options: how much it takes.
        tokens: that let in.
    """

    def __init__(self, platform: Platform, options: ServeOptions, tokens: Tokens) -> None:
        self.options = options
        self.tokens = tokens
        self.metrics = Metrics()
        self.recovery = Recovery(platform)
        self.jobs = Jobs(platform, self.metrics)
        self.watches = Watches()
        self._platform = platform
        self._slots = threading.BoundedSemaphore(options.max_questions)
        self._workers = threading.BoundedSemaphore(options.workers)

    @property
    def platform(self) -> Platform:
        """The platform.

        Raises:
            GraphUnavailable: its graph is known to be away.
        """
        self.recovery.check()
        return self._platform

    def diagnose(self) -> list[Finding]:
        """Return what doctor finds, the graph that is away among it."""
        return diagnose(self._platform.resources)

    def take_slot(self) -> Slot:
        """Return a place among the questions at work; it must be given back.

        Raises:
            Busy: there is none.
        """
        if not self._slots.acquire(blocking=False):
            raise Busy(
                f"{self.options.max_questions} questions are at work, which is the most that this "
                "server takes (--max-questions): ask again in a moment."
            )
        self.metrics.asking.inc()
        return Slot(self)

    def run_in_turn(self, work: Callable[[], T], /) -> T:
        """Do what a question needs in a place of its own; see `take_slot`."""
        return self.take_slot().run(work)

    def give_back(self) -> None:
        """Free a place."""
        self.metrics.asking.dec()
        self._slots.release()

    @contextmanager
    def working(self) -> Iterator[None]:
        """Wait until few enough questions are worked on."""
        with self._workers:
            yield


class Slot:
    """A place among the questions at work."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def run(self, work: Callable[[], T]) -> T:
        """Do the work when it is its turn, and give the place back."""
        try:
            with self._service.working():
                return work()
        finally:
            self._service.give_back()


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


def _role(request: Request) -> Role:
    role: Role = request.state.role
    return role


def _writer(request: Request) -> None:
    if request.state.role != "write":
        raise Forbidden(
            "This token may only read: use the one in the file serve/token of the data folder."
        )


Served = Annotated[Service, Depends(_service)]
RequestRole = Annotated[Role, Depends(_role)]
Writer = Depends(_writer)
"""Of routes that change something."""

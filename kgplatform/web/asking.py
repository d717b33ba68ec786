"""Asks a question for a request: at once, or with the steps as they happen."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from kgplatform.errors import GraphUnavailable
from kgplatform.events import carry, listen
from kgplatform.records import Answer
from kgplatform.records.json import to_json
from kgplatform.web.problems import describe
from kgplatform.web.replies import event
from kgplatform.web.service import Service, Slot
from kgplatform.web.watches import Told

__all__ = ["answer_at_once", "stream_answer", "watch_answer"]

T = TypeVar("T")


def answer_at_once(service: Service, ask: Callable[[], Answer]) -> Answer:
    """Return an answer, when it is the question's turn.

    Raises:
        Busy: too many questions are at work.
    """
    answer = service.run_in_turn(ask)
    service.metrics.count_answer(answer)
    return answer


def watch_answer(service: Service, ask: Callable[[], Answer], request_id: str) -> Iterator[Told]:
    """Return what happens, as pairs of a name and a value: steps, then the answer or an error.

    The question goes on where nobody looks any more: its answer is recorded.

    Raises:
        Busy: too many questions are at work; nothing was begun.
    """
    slot = service.take_slot()
    told: queue.SimpleQueue[Told | None] = queue.SimpleQueue()
    work = carry(_work)
    threading.Thread(
        target=work, args=(service, slot, ask, request_id, told), name="question", daemon=True
    ).start()
    return iter(told.get, None)


def stream_answer(service: Service, ask: Callable[[], Answer], request_id: str) -> Iterator[str]:
    """Return the same as server-sent events: `step`, then `answer` or `error`."""
    told = watch_answer(service, ask, request_id)
    return (event(name, to_json(value)) for name, value in told)


def _work(
    service: Service,
    slot: Slot,
    ask: Callable[[], Answer],
    request_id: str,
    told: queue.SimpleQueue[Told | None],
) -> None:
    def note(operation: str, fields: dict[str, Any]) -> None:
        told.put(("step", {"step": operation, **fields}))

    try:
        with listen(note):
            answer = slot.run(ask)
        service.metrics.count_answer(answer)
        told.put(("answer", answer))
    except Exception as exc:  # noqa: BLE001  # it is reported to whoever asked
        if isinstance(exc, GraphUnavailable):
            service.recovery.note_loss()
        told.put(("error", describe(exc, request_id)[1]))
    finally:
        told.put(None)

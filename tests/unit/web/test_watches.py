"""What pages follow of a question: from the first event on, or from where they left."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from kgplatform.web.watches import MOST_WATCHED, Told, Watched, Watches

pytestmark = pytest.mark.unit


def told() -> Iterator[Told]:
    """Yield a few events."""
    yield from (("step", 1), ("step", 2), ("answer", 3))


def test_a_page_that_comes_back_goes_on_where_it_left() -> None:
    watched = Watched("Who?", "c", told())
    first = watched.events()
    assert next(first) == (0, ("step", 1))
    assert list(watched.events(1)) == [(1, ("step", 2)), (2, ("answer", 3))]
    assert list(first) == [(1, ("step", 2)), (2, ("answer", 3))]
    assert list(watched.events()) == [(0, ("step", 1)), (1, ("step", 2)), (2, ("answer", 3))]
    assert list(watched.events(9)) == []


def test_two_pages_at_once_see_the_same() -> None:
    watched = Watched("Who?", "c", told())
    seen: list[list[tuple[int, Told]]] = [[], []]
    threads = [
        threading.Thread(target=lambda own=own: own.extend(watched.events())) for own in seen
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen[0] == seen[1]
    assert len(seen[0]) == 3


def test_a_conversation_shows_what_nobody_has_seen_the_end_of() -> None:
    watches = Watches()
    seen, unseen, other = (Watched("Who?", name, told()) for name in "aab")
    for one in (seen, unseen, other):
        watches.add(one)
    list(seen.events())
    assert watches.list_unfinished("a") == [unseen]


def test_no_more_are_kept_than_are_needed() -> None:
    watches = Watches()
    first = Watched("Who?", "c", told())
    watches.add(first)
    for _ in range(MOST_WATCHED):
        watches.add(Watched("Who?", "c", told()))
    assert watches.find(first.key) is None

"""A model whose failures are told as replies that cannot be used."""

from __future__ import annotations

import pytest

from kgplatform.errors import ModelError, ModelUnavailable, RateLimited
from kgplatform.models.conversation import OUTAGE, REFUSED, Message, NoReply
from kgplatform.models.going_on import PAUSE_S, GoingOn
from kgplatform.models.retrying import RequestRefusedError
from kgplatform.testing import ScriptedChatModel

pytestmark = pytest.mark.unit

ASKED: list[Message] = [{"role": "user", "content": "Where?"}]


@pytest.mark.parametrize(
    ("failure", "cause"),
    [
        (ModelUnavailable("It is away."), OUTAGE),
        (RateLimited("It asks to wait."), OUTAGE),
        (ModelError("The key is wrong."), OUTAGE),
        (RequestRefusedError("no", words="a bad field"), REFUSED),
    ],
)
def test_failure_is_told_as_no_reply(failure: ModelError, cause: str) -> None:
    with pytest.raises(NoReply) as caught:
        GoingOn(ScriptedChatModel([failure])).complete(ASKED, task="t")
    assert caught.value.cause == cause


def test_endpoint_that_is_away_is_left_alone_for_a_while() -> None:
    now = [0.0]
    scripted = ScriptedChatModel([ModelUnavailable("It is away."), "Oslo"])
    chat = GoingOn(scripted, clock=lambda: now[0])
    for _ in range(3):
        with pytest.raises(NoReply, match="away"):
            chat.complete(ASKED, task="t")
    assert len(scripted.requests) == 1
    now[0] = PAUSE_S
    assert chat.complete(ASKED, task="t").text == "Oslo"


def test_wrong_key_is_asked_with_again() -> None:
    """It costs one call at once, and may be another request's fault."""
    chat = GoingOn(ScriptedChatModel([ModelError("The key is wrong."), "Oslo"]))
    with pytest.raises(NoReply):
        chat.complete(ASKED, task="t")
    assert chat.complete(ASKED, task="t").text == "Oslo"

from __future__ import annotations

import numpy as np
import pytest

from kgplatform.errors import RateLimited
from kgplatform.models.conversation import ChatModel, Message, Token
from kgplatform.models.embedding import Embedder
from kgplatform.records import Usage
from kgplatform.testing import HashEmbedder, ScriptedChatModel, ScriptedReply

pytestmark = pytest.mark.unit

QUESTION: list[Message] = [{"role": "user", "content": "Where is Oslo?"}]


def test_doubles_are_what_they_stand_for() -> None:
    """Checked by the type checker; here so that the names are used together."""
    chat: ChatModel = ScriptedChatModel([])
    embedder: Embedder = HashEmbedder()
    assert (chat.name, embedder.name) == ("scripted", "hash-64")


def test_script_is_followed_in_order() -> None:
    chat = ScriptedChatModel(["one", lambda request: request.task.upper()])
    texts = [chat.complete(QUESTION, task="answer").text for _ in range(2)]
    assert texts == ["one", "ANSWER"]


def test_script_remembers_what_it_was_asked() -> None:
    chat = ScriptedChatModel(["one"])
    chat.complete(QUESTION, task="answer", max_tokens=7)
    assert list(chat.requests[0].messages) == QUESTION
    assert chat.requests[0].max_tokens == 7


TOKENS = [Token("It is ", -0.5, (("It is ", -0.5),)), Token("B", -0.1, (("B", -0.1), ("A", -2.0)))]


@pytest.mark.parametrize("scripted", [TOKENS, lambda request: TOKENS], ids=["tokens", "function"])
def test_script_tells_probabilities_where_they_are_asked_for(scripted: ScriptedReply) -> None:
    reply = ScriptedChatModel([scripted]).complete(QUESTION, task="answer", logprobs=1)
    assert reply.text == "It is B"
    assert reply.tokens == (TOKENS[0], Token("B", -0.1, (("B", -0.1),)))
    assert reply.usage == Usage(1, 3, 3, 0)


def test_script_keeps_probabilities_to_itself_where_none_are_asked_for() -> None:
    reply = ScriptedChatModel([TOKENS]).complete(QUESTION, task="answer")
    assert (reply.text, reply.tokens) == ("It is B", ())


def test_script_counts_words_as_tokens() -> None:
    reply = ScriptedChatModel(["In Norway"]).complete(QUESTION, task="answer")
    assert reply.usage == Usage(1, 3, 2, 0)


def test_script_raises_what_it_is_given() -> None:
    with pytest.raises(RateLimited):
        ScriptedChatModel([RateLimited("wait")]).complete(QUESTION, task="answer")


def test_script_that_ends_too_early_fails_the_test() -> None:
    with pytest.raises(AssertionError, match="answer"):
        ScriptedChatModel([]).complete(QUESTION, task="answer")


def test_hash_embedder_puts_similar_texts_nearer() -> None:
    fox, same, tax = HashEmbedder().embed_passages(["a red fox", "the red fox", "tax law"])
    assert fox @ same > 0.5 > abs(fox @ tax)


def test_hash_embedder_rows_have_length_one() -> None:
    rows = HashEmbedder(8).embed_queries(["a", "", "☃ !", "many words in a row"])
    assert rows.dtype == np.float32
    assert rows.shape == (4, 8)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1.0, rtol=1e-6)


def test_hash_embedder_takes_nothing() -> None:
    assert HashEmbedder(8).embed_passages([]).shape == (0, 8)


def test_hash_embedder_is_the_same_everywhere() -> None:
    """The first values are those of SHAKE-256 of "a", centred: no platform's random numbers."""
    (row,) = HashEmbedder(4).embed_passages(["a"])
    expected = np.array([0x86, 0x7E, 0x2C, 0xB0], dtype=np.float32) - 127.5
    np.testing.assert_allclose(row, expected / np.linalg.norm(expected), rtol=1e-6)

"""The reader without evidence: what the model answers from memory, the lower bound of evaluation.

"Base (w/o supp docs)" of HOLMES (section 5.1), "w/o documents" of TRACE (appendix C.2). Nothing
that it says can be cited, so the platform never answers a user with it.
"""

from __future__ import annotations

from kgplatform.answer.asking import ask_for_answer
from kgplatform.answer.reading import Reading
from kgplatform.answer.reply import AnswerReply
from kgplatform.models.conversation import ChatModel
from kgplatform.models.prompts import load_prompt
from kgplatform.records import Step

__all__ = ["CLOSED_BOOK_TASK", "read_closed_book"]

CLOSED_BOOK_TASK = "closed_book"


def read_closed_book(question: str, chat: ChatModel) -> Reading:
    """Ask the model for a short answer from memory, at most twice.

    Raises:
        UnusableReplies: the model replied nonsense.
        ModelError: the model is not available.
    """
    prompt = load_prompt(CLOSED_BOOK_TASK)
    detail = {"model": chat.name, "prompt": prompt.version}
    messages = prompt.render(question=question)
    asked = ask_for_answer(chat, messages, AnswerReply, task=CLOSED_BOOK_TASK)
    answer = asked.answer
    return Reading(
        answer,
        not answer,
        "llm",
        usage=asked.usage,
        steps=(Step("ask_model", {**detail, "retried": asked.retried}),),
        confidence=asked.confidence,
    )

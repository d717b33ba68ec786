"""A question with its items to SPARQL by a chat model, guided by what its queries return.

The model gets the linked items, the properties around them and examples. What it writes is parsed
and limited like any other query; one that may not be sent, fails or returns nothing goes back with
the reason, at most MAX_ROUNDS rounds in all (DivKnowQA, section 3.2, leaves failures as they are).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from kgplatform.errors import EndpointTimeout, SparqlError
from kgplatform.models.conversation import ChatModel, Message, NoReply, UnusableReply
from kgplatform.models.prompts import disarm, load_prompt
from kgplatform.records import Usage
from kgplatform.wikidata.label_index import LabelIndex
from kgplatform.wikidata.question.kinds import asks_truth
from kgplatform.wikidata.question.relations import RelationRanker, mask_names
from kgplatform.wikidata.question.schema_context import list_patterns
from kgplatform.wikidata.terms import Endpoint, Result

__all__ = ["MAX_ROUNDS", "QueryWriter", "Round", "WrittenAnswer", "read_query"]

TASK = "write_sparql"
MAX_ROUNDS = 3
MAX_ROWS = 1_000
MAX_TOKENS = 400
SCHEMA = {
    "type": "object",
    "properties": {"sparql": {"type": "string"}},
    "required": ["sparql"],
    "additionalProperties": False,
}
NO_REPLY = "{}"
"""Shown to the model in place of an empty reply, which some endpoints refuse in a conversation."""
ITEM = re.compile(r"\bQ\d+\b")
FENCED = re.compile(r"```(?:sparql)?\s*(.*?)```", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Round:
    """One query that the model wrote, and why it was not taken; empty: it was."""

    query: str
    reason: str


@dataclass(frozen=True, slots=True)
class WrittenAnswer:
    """What the last query returned (None: nothing that may be taken), every round, and the cost."""

    result: Result | None
    rounds: tuple[Round, ...]
    usage: Usage

    @property
    def query(self) -> str:
        """The last query."""
        return self.rounds[-1].query

    @property
    def problem(self) -> str:
        """Why the last query is not taken; empty: it is."""
        return self.rounds[-1].reason

    @property
    def template(self) -> str:
        """How the answer was found, for tables."""
        return f"model, round {len(self.rounds)}"


class QueryWriter:
    """Lets a chat model write queries.

    Args:
        chat: the model.
        index: for the names of items.
        endpoint: what is asked.
        ranker: chooses the properties that the model is shown.
    """

    def __init__(
        self,
        chat: ChatModel,
        *,
        index: LabelIndex,
        endpoint: Endpoint,
        ranker: RelationRanker,
    ) -> None:
        self._chat = chat
        self._index = index
        self._endpoint = endpoint
        self._ranker = ranker

    def answer(self, question: str, qids: Sequence[str]) -> WrittenAnswer:
        """Return what the model's query returned, after at most MAX_ROUNDS rounds.

        A query is about one of the question's items, or it would be about anything: nothing is
        asked where there is none. A model that writes the same again is asked no more.

        Args:
            question: in plain English.
            qids: the items that it is about.

        Raises:
            ModelError: the chat endpoint fails; a bad reply is not raised but costs a round.
            WikidataError: the SPARQL endpoint cannot be asked.
        """
        if not qids:
            return WrittenAnswer(None, (Round("", "the question names no item"),), Usage())
        messages = self._messages(question, qids)
        rounds: list[Round] = []
        usage, result = Usage(), None
        while len(rounds) < MAX_ROUNDS:
            try:
                text, spent, damage = self._ask(messages)
            except NoReply as exc:
                rounds.append(Round("", exc.reason))
                usage += exc.usage
                break
            usage += spent
            query = read_query(text)
            is_again = bool(query) and any(query == earlier.query for earlier in rounds)
            result, reason = self._run(query, question, qids)
            if reason and damage:  # what became of half a query helps the model less
                reason = f"the reply cannot be used: {damage}"
            rounds.append(Round(query, reason))
            if not reason or is_again:
                break
            repair = f"That query cannot be taken: {reason}. Write another. Reply with JSON only."
            messages += [
                {"role": "assistant", "content": text or NO_REPLY},
                {"role": "user", "content": repair},
            ]
        return WrittenAnswer(result, tuple(rounds), usage)

    def _ask(self, messages: Sequence[Message]) -> tuple[str, Usage, str]:
        """Return the model's reply, what it cost, and what is wrong with it (empty: nothing)."""
        try:
            reply = self._chat.complete(messages, task=TASK, schema=SCHEMA, max_tokens=MAX_TOKENS)
        except NoReply:
            raise
        except UnusableReply as exc:  # cut off, or no JSON: a query may stand in it all the same
            return exc.raw, exc.usage, exc.reason
        return reply.text, reply.usage, ""

    def _messages(self, question: str, qids: Sequence[str]) -> list[Message]:
        labels = self._index.labels(qids)
        masked = mask_names(question, labels.values())
        items = [f"wd:{qid} {labels.get(qid, '')}".strip() for qid in qids]
        lines = list_patterns(masked, qids, endpoint=self._endpoint, ranker=self._ranker)
        return load_prompt(TASK).render(
            items="\n".join(items) or "none was found",
            properties="\n".join(lines) or "none was found",
            question=disarm(question, "question"),
        )

    def _run(self, query: str, question: str, qids: Sequence[str]) -> tuple[Result | None, str]:
        """Return a query's result, and why it is not the one asked for (empty: it may be)."""
        if not query:
            return None, "the reply holds no query"
        try:
            result = self._endpoint.run(query, limit=MAX_ROWS).without_unknown()
        except SparqlError as exc:
            return None, exc.reason
        except EndpointTimeout:
            return None, "the endpoint took too long over it"
        if not set(ITEM.findall(query)).intersection(qids):
            return None, f"it names none of the items listed: {', '.join(qids)}"
        if result.truth is not None:
            fits = asks_truth(question)
            return (result, "") if fits else (None, "an ASK returns yes or no, which is not asked")
        return result, "" if result.rows else "it returns nothing"


def read_query(text: str) -> str:
    """Return the query in a model's reply: of its JSON, of a fenced block, or the reply itself."""
    try:
        value = json.loads(text)
    except ValueError:
        fenced = FENCED.search(text)
        return fenced[1].strip() if fenced else text.strip()
    query = value.get("sparql") if isinstance(value, dict) else None
    return query.strip() if isinstance(query, str) else ""

"""The extractor with a language model: hyper-relational facts, each proven by its passage.

One chat call reads one passage, with the document's title as context (HOLMES, section 4.2.1).
The model is trusted with reading, not with truth: what it claims is held against the passage
(`kgplatform.extract.proof`), and a reply that cannot be used costs its facts, not the passage.
A small model may go on naming entities until it is stopped: then it is asked for the facts alone.
"""

from __future__ import annotations

import json
import logging
import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from kgplatform.errors import BadReply, UsageError
from kgplatform.extract.coreference.resolve import to_mentions
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.parsed import ParsedPassage, parse_passages
from kgplatform.extract.proof.claims import Claims, add_counts, join_claims, parse_claims
from kgplatform.extract.proof.prove import prove
from kgplatform.extract.reading import Extractor, ExtractorResources, PassageReading
from kgplatform.models.conversation import ChatModel, Message, NoReply, UnusableReply
from kgplatform.models.linguistics import Linguistics
from kgplatform.models.prompts import disarm, load_prompt
from kgplatform.models.rate_limits import Pace
from kgplatform.models.retrying import RequestRefusedError
from kgplatform.records import ENTITY_TYPES, Passage, Usage

__all__ = ["MAX_TOKENS", "TASK", "LlmExtractor", "open_llm_extractor", "reply_schema"]

TASK = "extract"
MAX_TOKENS = 3000
"""Of one reply: some forty facts; a longer one is cut off and read as far as it goes."""

LEAST_TOKENS, TOKENS_A_CHAR = 600, 1.25
"""Of a first reply: twice and more of what paragraphs of Wikipedia took. On some a small model
repeats itself without end, which at MAX_TOKENS costs as much as reading four others."""

ATTEMPTS = 2  # to have a reply about a passage that can be used
MOST_NAMES = 60  # of an unfinished reply that are shown again

WINDOW = 4  # calls under way or done ahead of the reader, times the concurrency
MAX_REFUSALS = 5  # refused requests in a row: the fault is not the passage's

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Request:
    """What the model is asked, in what form, and how long its reply may be."""

    messages: Sequence[Message]
    schema: Mapping[str, Any]
    most_tokens: int


@dataclass(frozen=True, slots=True)
class _Stated:
    """What the model said about a passage, or why that cannot be used."""

    claims: Claims
    usage: Usage
    failure: str | None = None


@dataclass(slots=True)
class _Refusals:
    """How many requests in a row the endpoint called bad; threads share it."""

    in_a_row: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, *, refused: bool) -> int:
        with self.lock:
            self.in_a_row = self.in_a_row + 1 if refused else 0
            return self.in_a_row


def open_llm_extractor(resources: ExtractorResources) -> Extractor:
    """Return the extractor with the chat model of some resources.

    Raises:
        UsageError: there is no chat model.
    """
    if resources.chat is None:
        raise UsageError(
            "The extractor 'llm' needs a chat model: set KGPLATFORM_CHAT_BASE_URL and "
            "KGPLATFORM_CHAT_MODEL (and KGPLATFORM_CHAT_API_KEY if the endpoint wants one), "
            "or choose the extractor 'spacy'."
        )
    return LlmExtractor(
        resources.chat,
        linguistics=resources.linguistics,
        entity_types=resources.entity_types,
        concurrency=resources.concurrency,
    )


class LlmExtractor:
    """Names from the parser and known names, facts from a chat model, proven by the text.

    Args:
        chat: the model; threads share it.
        linguistics: parses the passages for names and sentences.
        entity_types: the types the model may give (some of ENTITY_TYPES).
        concurrency: how many calls are under way at a time.
    """

    def __init__(
        self,
        chat: ChatModel,
        *,
        linguistics: Linguistics,
        entity_types: Sequence[str] = ENTITY_TYPES,
        concurrency: int,
    ) -> None:
        self._chat, self._linguistics = chat, linguistics
        self._prompt = load_prompt(TASK)
        self.entity_types = tuple(dict.fromkeys([*entity_types, "Thing"]))
        self._schema = reply_schema(self.entity_types)
        self._concurrency = max(concurrency, 1)
        self._refusals, self._pace = _Refusals(), Pace(self._concurrency)
        self.name = f"llm:{chat.name}:{self._prompt.version}"

    def read(
        self, passages: Sequence[Passage], *, gazetteer: Gazetteer
    ) -> Iterator[PassageReading]:
        """Yield the reading of each passage in order.

        Raises:
            ModelError: the endpoint is down, refuses the key or goes on asking to wait; what was
                yielded before stands.
        """
        parsed = parse_passages(passages, linguistics=self._linguistics, gazetteer=gazetteer)
        with _pool(self._concurrency) as pool:
            rest = iter(passages)
            ahead = islice(rest, WINDOW * self._concurrency)  # asked while the parser works
            waiting = deque(pool.submit(self._ask, passage) for passage in ahead)
            for item in parsed:
                stated = waiting.popleft().result()
                waiting.extend(pool.submit(self._ask, passage) for passage in islice(rest, 1))
                yield self._judge(item, stated)

    def messages_for(self, passage: Passage) -> list[Message]:
        """Return what the model is asked about a passage; a cost estimate counts its words."""
        return self._prompt.render(
            types=", ".join(self.entity_types),
            title=disarm(passage.title or "(none)", "passage"),
            passage=disarm(passage.text, "passage"),
        )

    def _judge(self, parsed: ParsedPassage, stated: _Stated) -> PassageReading:
        proof = prove(
            stated.claims,
            parsed.passage,
            sentences=parsed.sentences,
            mentions=parsed.mentions,
            extractor=self.name,
        )
        return PassageReading(
            mentions=proof.mentions,
            references=to_mentions(parsed.passage, parsed.links),
            statements=proof.statements,
            unproven=proof.unproven,
            failure=stated.failure,
            dropped=add_counts(stated.claims.dropped, proof.dropped),
            repaired=stated.claims.repaired,
            usage=stated.usage,
        )

    def _ask(self, passage: Passage) -> _Stated:
        """Ask about one passage, once more if the reply cannot be used.

        Where it has names and no facts, for the facts; else with the fault named. Then the reply
        may be as long as any: a model that thinks first may need it.
        """
        if not any(char.isalnum() for char in passage.text):
            return _Stated(Claims(), Usage())
        request = _Request(self.messages_for(passage), self._schema, _limit_reply(passage.text))
        claims, fault, usage = Claims(), "", Usage()
        for _ in range(ATTEMPTS):
            try:
                raw, fault, cost = self._complete(request)
            except RequestRefusedError as exc:
                if self._refusals.count(refused=True) >= MAX_REFUSALS:
                    raise
                logger.warning("passage_refused", extra={"passage": passage.id})
                usage += exc.usage
                return _Stated(claims, usage, f"The endpoint refused the passage: {exc.words}.")
            except NoReply as exc:  # nor would there be one to the same passage once more
                logger.warning("passage_without_reply", extra={"passage": passage.id})
                return _Stated(claims, usage + exc.usage, f"There is no reply: {exc.reason}.")
            self._refusals.count(refused=False)
            usage += cost
            named = claims if claims.entities else Claims()
            claims = join_claims(named, parse_claims(raw))
            if claims.is_reply and (claims.items or not fault):
                return _Stated(claims, usage)
            fault = fault or "it holds no object with a list of facts"
            request = _ask_for_facts(request, claims) or _describe_fault(request, raw, fault)
        logger.warning("passage_without_reply", extra={"passage": passage.id, "fault": fault})
        return _Stated(claims, usage, f"The model's reply cannot be used: {fault}.")

    def _complete(self, request: _Request) -> tuple[str, str, Usage]:
        """Return the reply's text, its fault if it has one, and what it cost."""
        try:
            reply = self._pace.call(
                lambda: self._chat.complete(
                    request.messages,
                    task=TASK,
                    schema=request.schema,
                    max_tokens=request.most_tokens,
                    may_be_cut=True,  # the facts before the cut are whole
                )
            )
        except NoReply:
            raise
        except UnusableReply as exc:
            return exc.raw, exc.reason, exc.usage
        except BadReply as exc:  # of a model that does not count what it costs
            return exc.raw, exc.reason, Usage(llm_calls=1)
        return reply.text, "", reply.usage


def reply_schema(entity_types: Sequence[str]) -> dict[str, Any]:
    """Return the JSON schema of a reply to prompts/extract.md."""
    text: Mapping[str, Any] = {"type": "string"}
    entity = _object(name=text, type={"type": "string", "enum": list(entity_types)})
    qualifiers = _array(_object(relation=text, value=text))
    fact = _object(subject=text, relation=text, object=text, qualifiers=qualifiers)
    return _object(entities=_array(entity), facts=_array(fact))


def _limit_reply(text: str) -> int:
    """Return the most tokens of a model's first reply about a text: more, the longer it is."""
    return min(MAX_TOKENS, round(LEAST_TOKENS + TOKENS_A_CHAR * len(text)))


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _array(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _ask_for_facts(request: _Request, claims: Claims) -> _Request | None:
    """Return the request for the facts of a reply that has only names, None where it has none.

    Each name is given once: a model would go on with what repeats itself.
    """
    if not claims.entities:
        return None
    names = [{"name": item.name, "type": item.type} for item in claims.entities[:MOST_NAMES]]
    more: list[Message] = [
        {"role": "assistant", "content": json.dumps({"entities": names}, ensure_ascii=False)},
        {
            "role": "user",
            "content": 'Those names are enough. Now reply with one JSON object that has "facts" '
            "alone, of the form described, and nothing else.",
        },
    ]
    facts = request.schema["properties"]["facts"]
    return replace(request, messages=[*request.messages, *more], schema=_object(facts=facts))


def _describe_fault(request: _Request, raw: str, fault: str) -> _Request:
    """Return the request for a reply without a fault, of any length."""
    shown = raw[:2000] or "(empty)"  # a reply without end would not leave room for another
    more: list[Message] = [
        {"role": "assistant", "content": shown},
        {
            "role": "user",
            "content": f"That reply cannot be used: {fault}. Reply again with one JSON object of "
            "the form described, shorter if need be, and nothing else.",
        },
    ]
    return replace(request, messages=[*request.messages, *more], most_tokens=MAX_TOKENS)


@contextmanager
def _pool(size: int) -> Iterator[ThreadPoolExecutor]:
    """Give a pool that, left early, starts nothing more and waits for no one's back-off."""
    pool = ThreadPoolExecutor(max_workers=size, thread_name_prefix="extract")
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)

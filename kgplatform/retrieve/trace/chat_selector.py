"""TRACE's triple selector (Fang et al. 2024, section 3.3, equation 5): a chat model chooses.

The candidates are lettered options, option A ends the chain, and the reply is one letter. How
probable the model held each letter is the distribution; where its endpoint does not say, the
letter that it wrote has half of it, and what is like question and chain shares the other half.

Departures: the question stands before the chain, and the demonstrations are always the same, so
that all prompts of a question begin alike and a server reads that part once; an empty chain cannot
be ended, since it would leave the reader without evidence.
"""

from __future__ import annotations

import math
import string
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from kgplatform.errors import BadReply, UsageError
from kgplatform.events import carry
from kgplatform.models.conversation import MOST_LOGPROBS, ChatModel, Message, Reply, UnusableReply
from kgplatform.models.prompts import disarm, load_prompt
from kgplatform.records import Usage
from kgplatform.retrieve.trace.chains import Choice, ReasoningChain, SelectTriple
from kgplatform.retrieve.trace.triples import Triple

__all__ = ["LETTERS", "TASK", "ChatSelector", "read_letters"]

TASK = "next_triple"
LETTERS = string.ascii_uppercase + string.ascii_lowercase
END = 0  # option A
WRITTEN_SHARE = 0.5  # of a letter without a probability
CALLS_AT_ONCE = 4
MOST_SHOWN_CHARS = 20


@dataclass
class ChatSelector:
    """Selects for one question; callable as chains.SelectTriple.

    Attributes:
        without_model: takes the place of a reply that cannot be used.
        may_end: whether chains may end before they are as long as may be.
        usage: what the calls cost so far.
        problems: why replies could not be used.
    """

    question: str
    triples: Sequence[Triple]
    chat: ChatModel
    without_model: SelectTriple
    may_end: bool = True
    usage: Usage = field(default_factory=Usage)
    problems: list[str] = field(default_factory=list)

    def __call__(
        self, chains: Sequence[ReasoningChain], candidates: Sequence[Sequence[int]]
    ) -> list[Choice]:
        """Return the model's choice for each chain: one call a chain, a few at a time.

        Raises:
            UsageError: there are more candidates than letters.
            ModelError: the model is not available.
        """
        if max(map(len, candidates), default=0) >= len(LETTERS):
            raise UsageError(f"TRACE has letters for at most {len(LETTERS) - 1} candidates.")
        fallback = self.without_model(chains, candidates)
        with ThreadPoolExecutor(CALLS_AT_ONCE, thread_name_prefix="select") as pool:
            stated = list(pool.map(carry(self._ask), chains, candidates))
        choices = []
        for chain, rows, (reply, usage, problem), other in zip(
            chains, candidates, stated, fallback, strict=True
        ):
            self.usage += usage
            letters = read_letters(reply, len(rows) + 1) if reply else {}
            if problem:
                self.problems.append(problem)
            elif reply and not letters:
                self.problems.append(f"'{reply.text[:MOST_SHOWN_CHARS]}' is none of the letters")
            can_end = self.may_end and bool(chain.rows)
            choices.append(_choose(letters, other, can_end=can_end))
        return choices

    def write_messages(self, chain: ReasoningChain, rows: Sequence[int]) -> list[Message]:
        """Return the conversation that asks for the next triple of a chain."""
        options = [self.triples[row].write() for row in rows]
        lettered = zip(LETTERS[1:], options, strict=False)
        return load_prompt(TASK).render(
            question=_on_one_line(self.question),
            chain=_on_one_line(
                ", ".join(self.triples[row].write() for row in chain.rows) or "(none)"
            ),
            options="\n".join(f"{letter}. {_on_one_line(option)}" for letter, option in lettered),
        )

    def _ask(self, chain: ReasoningChain, rows: Sequence[int]) -> tuple[Reply | None, Usage, str]:
        """Return the reply, what it cost, and why it cannot be used."""
        if not rows:
            return None, Usage(), ""
        try:
            reply = self.chat.complete(
                self.write_messages(chain, rows), task=TASK, max_tokens=1, logprobs=MOST_LOGPROBS
            )
        except BadReply as exc:
            spent = exc.usage if isinstance(exc, UnusableReply) else Usage(llm_calls=1)
            return None, spent, exc.reason
        return reply, reply.usage, ""


def read_letters(reply: Reply, count: int) -> dict[int, float]:
    """Return how probable each option was to the model; all that is known sums to 1.

    Args:
        reply: of one token; of a longer one the first counts.
        count: how many options there were, A among them.

    Returns:
        Place of the option to probability. Where the endpoint returns none, WRITTEN_SHARE for the
        letter that was written; nothing where no letter was.
    """
    known = {letter: place for place, letter in enumerate(LETTERS[:count])}
    if not reply.tokens:
        written = known.get(reply.text.strip()[:1])
        return {} if written is None else {written: WRITTEN_SHARE}
    first = reply.tokens[0]
    weights: dict[int, float] = {}
    for text, logprob in first.alternatives or ((first.text, first.logprob),):
        place = known.get(text.strip())
        if place is not None:  # " B" and "B" are two tokens
            weights[place] = weights.get(place, 0.0) + math.exp(logprob)
    total = math.fsum(weights.values())
    return {place: weight / total for place, weight in weights.items()} if total else {}


def _choose(letters: Mapping[int, float], other: Choice, *, can_end: bool) -> Choice:
    """Return the distribution that the letters give; what they leave open is shared by `other`."""
    rest = 1 - math.fsum(letters.values())
    options = (other.end, *other.triples)
    shares = [letters.get(place, 0.0) + rest * share for place, share in enumerate(options)]
    if not can_end:
        shares[END] = 0.0
    total = math.fsum(shares)
    if not total:  # the model only wanted to end what cannot be
        return other
    return Choice(shares[END] / total, tuple(share / total for share in shares[END + 1 :]))


def _on_one_line(text: str) -> str:
    # A triple must not be able to pass for an option.
    return disarm(" ".join(text.split()), "options")

"""The baseline `ircot`: retrieval and chain of thought in turns (Trivedi et al. 2023, ACL).

Section 3.1: a chat model writes the next sentence of its reasoning from the passages found so far,
and that sentence is the next query. It ends with the answer, after eight sentences, or when there
are fifteen passages. Departures: instructions in place of twenty worked examples, and no more
sentences once there is room for no more passages, since they could bring none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from kgplatform.evaluate.baselines.bm25 import Bm25
from kgplatform.evaluate.baselines.corpus import Ranking, SearchedCorpus
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.models.conversation import UnusableReply, require_chat
from kgplatform.models.prompts import disarm, load_prompt
from kgplatform.records import Evidence, Step, Usage

__all__ = ["IRCOT", "THOUGHT_TASK", "Ircot"]

IRCOT = "ircot"  # as a method's name
THOUGHT_TASK = "next_thought"
PASSAGES_A_STEP = 4  # K of the paper, which tries 2, 4, 6 and 8
MOST_PASSAGES = 15
MOST_SENTENCES = 8
MAX_TOKENS = 60  # one sentence

_ANSWERED = re.compile(r"\banswer is\b", re.IGNORECASE)
_ENDED = re.compile(r"[.!?]['\")\]]*$")


@dataclass
class _Reasoning:
    """What was found and thought for one question; `texts` in the order of `found`."""

    found: Ranking = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)

    @property
    def is_over(self) -> bool:
        stated = bool(self.thoughts and _ANSWERED.search(self.thoughts[-1]))
        full = len(self.found) >= MOST_PASSAGES or len(self.thoughts) >= MOST_SENTENCES
        return stated or full or bool(self.problems)


class Ircot:
    """Passages in the order in which BM25 finds them for the question and then for each thought."""

    settings: ClassVar[Mapping[str, Any]] = {
        **Bm25.settings,
        "ircot_k": PASSAGES_A_STEP,
        "ircot_passages": MOST_PASSAGES,
        "ircot_sentences": MOST_SENTENCES,
    }
    packages: ClassVar[tuple[str, ...]] = Bm25.packages

    def __init__(self, corpus: SearchedCorpus) -> None:
        """Index all passages.

        Raises:
            UsageError: there is no chat model.
        """
        self._corpus, self._chat = corpus, require_chat(corpus.platform.chat, method=IRCOT)
        self._bm25 = Bm25(corpus)
        self._texts = dict(zip(corpus.passages.ids, corpus.passages.texts, strict=True))

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return the first `top_k` passages found; a reply that cannot be used ends the search.

        Raises:
            ModelError: the chat model is not available.
        """
        reasoning = _Reasoning()
        self._search(question, question.text, reasoning)
        while not reasoning.is_over:
            self._think(question.text, reasoning)
            if not reasoning.is_over:
                self._search(question, reasoning.thoughts[-1], reasoning)
        step = Step("ircot", {"thoughts": reasoning.thoughts, "problems": reasoning.problems})
        evidence = self._corpus.make_evidence(reasoning.found[:top_k], step)
        return replace(evidence, usage=reasoning.usage)

    def _search(self, question: EvaluationQuestion, query: str, reasoning: _Reasoning) -> None:
        """Add the best passages for a query that were not found before."""
        known = {key for key, _ in reasoning.found}
        depth = PASSAGES_A_STEP + len(known)
        ranked = self._corpus.rank(question, self._bm25.score(query), depth, above=0.0)
        room = min(PASSAGES_A_STEP, MOST_PASSAGES - len(known))
        for key, _ in [item for item in ranked if item[0] not in known][:room]:
            # the earlier the better: scores of different queries cannot be compared
            reasoning.found.append((key, 1 / (1 + len(reasoning.found))))
            reasoning.texts.append(self._texts[key])

    def _think(self, question: str, reasoning: _Reasoning) -> None:
        """Add the next sentence of the reasoning, or say why there is none."""
        messages = load_prompt(THOUGHT_TASK).render(
            question=disarm(question, "evidence"),
            evidence="\n\n".join(disarm(text, "evidence") for text in reasoning.texts),
            thoughts=_join(reasoning.thoughts),
        )
        try:  # most that are cut are so in a later sentence, which nobody needs
            reply = self._chat.complete(
                messages, task=THOUGHT_TASK, max_tokens=MAX_TOKENS, may_be_cut=True
            )
            written, usage = reply.text, reply.usage
        except UnusableReply as exc:
            written, usage = exc.raw, exc.usage
        reasoning.usage += usage
        sentence = self._first_sentence(written)
        if not sentence:
            reasoning.problems.append("the reply has no whole sentence")
        elif sentence in reasoning.thoughts:
            reasoning.problems.append("the reply repeats a sentence")
        else:
            reasoning.thoughts.append(sentence)

    def _first_sentence(self, written: str) -> str:
        """Return the first sentence, '' where it is cut off; an answer may lack its full stop."""
        spans = self._corpus.platform.linguistics.split_sentences(written.strip())
        first = written.strip()[slice(*spans[0])].strip() if spans else ""
        return first if _ENDED.search(first) or _ANSWERED.search(first) else ""


def _join(thoughts: Sequence[str]) -> str:
    return disarm(" ".join(thoughts), "evidence") if thoughts else "(none)"

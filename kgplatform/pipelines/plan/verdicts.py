"""What a comparison came to, and the simplest one: whether something holds of all its sides."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from kgplatform.pipelines.plan.values import Item

__all__ = ["NO", "YES", "Decision", "decide_whether", "read_verdict"]

YES, NO = "Yes", "No"
EITHER = re.compile(r"\beither\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a comparison came to; `problem` says why it did not, and then there are no items.

    `compared` holds what each side was read as.
    """

    items: tuple[Item, ...] = ()
    problem: str = ""
    compared: dict[str, str] = field(default_factory=dict)


def read_verdict(items: Sequence[Item]) -> bool | None:
    """Return what a side answers to a question of yes or no; None where it answers neither."""
    words = {item.text.strip(" .").casefold() for item in items}
    return words == {"yes"} if words in ({"yes"}, {"no"}) else None


def decide_whether(
    asked: str,
    options: Sequence[str],
    verdicts: Sequence[bool | None],
    stated: dict[str, str],
    *,
    leaves_choice: bool,
) -> Decision:
    """Decide whether something holds of all sides, of either, or of which; as far as is known.

    Args:
        asked: the question, its sides cut out.
        options: what each side is called.
        verdicts: what was answered of each; None: neither yes nor no.
        stated: the same in words, to be shown.
        leaves_choice: whether it asks which of the sides: "Is Zeta or Kappa a novelist?".
    """
    unknown = [o for o, verdict in zip(options, verdicts, strict=True) if verdict is None]
    problem = f"there is no yes or no for {' and '.join(unknown)}"
    if leaves_choice and not EITHER.search(asked):
        chosen = tuple(Item(o) for o, verdict in zip(options, verdicts, strict=True) if verdict)
        if unknown or not chosen:
            return Decision(problem=problem if unknown else "it holds of neither", compared=stated)
        return Decision(chosen, compared=stated)
    settling = bool(EITHER.search(asked))  # one yes decides "either", one no decides "both"
    if settling in verdicts:
        return Decision((Item(YES if settling else NO),), compared=stated)
    if unknown:
        return Decision(problem=problem, compared=stated)
    return Decision((Item(NO if settling else YES),), compared=stated)

"""Holds the facts of 1,890 real model replies against their passages: which are shown, and how.

The replies are GPT-3.5's, published with HippoRAG. Prints the share of facts that find their
place in the passage, by how they were found and by why not; what the parser had to repair or to
leave out, for the replies as they are and for the same replies cut off at a random place; facts
a second on one core, without parsing; and how many of the judged alignments
(data/proof_judged.jsonl, judged by hand with their passages) are right.

    python benchmarks/proof.py DATA
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from record import print_table, write_result

from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.parsed import parse_passages
from kgplatform.extract.proof.claims import Claims, parse_claims
from kgplatform.extract.proof.prove import Proof, prove
from kgplatform.models.linguistics import DEFAULT_PIPELINE, load_linguistics
from kgplatform.records import ALIGNMENTS, Mention, Passage
from kgplatform.text.names import make_entity

REPLIES = "llm/hipporag_openie_musique_train_gpt-3.5-turbo-1106_1890.json"
JUDGED = Path(__file__).parent / "data" / "proof_judged.jsonl"
Known = tuple[list[tuple[int, int]], list[Mention]]
"""A passage's sentences and mentions."""

STRENGTH = ("exact", "normalised", "title", "pronoun", "fuzzy")
SEED = 1


def main() -> None:
    """Measure, print, and write results/proof.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder of the public data sets")
    docs = json.loads((parser.parse_args().data / REPLIES).read_text(encoding="utf-8"))["docs"]
    replies = [_as_reply(doc) for doc in docs]
    claims, parse_s = _timed(lambda: [parse_claims(reply) for reply in replies])
    passages = [
        Passage(str(i), str(i), 0, 0, len(doc["text"]), doc["title"], doc["text"])
        for i, doc in enumerate(docs)
    ]
    known = _read_names(passages)
    proofs, prove_s = _timed(lambda: _prove(claims, passages, known))
    others = _others(passages)
    strange = _prove(claims, [passages[i] for i in others], [known[i] for i in others])
    facts = sum(len(item.facts) for item in claims)
    figures = {
        "replies": len(docs),
        "facts": facts,
        "proven": _of(sum(len(proof.statements) for proof in proofs), facts),
        "proven_in_another_passage": _of(sum(len(proof.statements) for proof in strange), facts),
        "proven_by_the_weaker_part": _by_kind(proofs, facts),
        "not_proven": _reasons(proofs, facts),
        "parser": {"as_they_are": _losses(claims), "cut_off": _losses(_cut(replies))},
        "facts_per_s": {"parser": round(facts / parse_s), "proof": round(facts / prove_s)},
        "judged": _judge(proofs),
    }
    _print(figures)
    print(write_result("proof", figures))


def _as_reply(doc: dict[str, Any]) -> str:
    given = {key: doc[key] for key in ("extracted_entities", "extracted_triples")}
    return json.dumps(given, ensure_ascii=False)


def _timed(work: Any) -> tuple[Any, float]:
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def _prove(
    claims: Sequence[Claims], passages: Sequence[Passage], known: Sequence[Known]
) -> list[Proof]:
    return [
        prove(claim, passage, sentences=sentences, mentions=mentions, extractor="gpt-3.5")
        for claim, passage, (sentences, mentions) in zip(claims, passages, known, strict=True)
    ]


def _others(passages: Sequence[Passage]) -> list[int]:
    """Return for each passage a random one of another title: its facts must not be proven."""
    rng = random.Random(SEED)
    others = []
    for passage in passages:
        other = rng.randrange(len(passages))
        while passages[other].title == passage.title:
            other = rng.randrange(len(passages))
        others.append(other)
    return others


def _read_names(passages: Sequence[Passage]) -> list[Known]:
    gazetteer = Gazetteer(make_entity(passage.title) for passage in passages)
    linguistics = load_linguistics(DEFAULT_PIPELINE)
    return [
        (item.sentences, item.mentions)
        for item in parse_passages(passages, linguistics=linguistics, gazetteer=gazetteer)
    ]


def _by_kind(proofs: Sequence[Proof], facts: int) -> dict[str, Any]:
    kinds = Counter(
        max(statement.alignment, key=STRENGTH.index)
        for proof in proofs
        for statement in proof.statements
    )
    return {kind: _of(kinds[kind], facts) for kind in STRENGTH}


def _reasons(proofs: Sequence[Proof], facts: int) -> dict[str, Any]:
    reasons = Counter(fact.reason for proof in proofs for fact in proof.unproven)
    for proof in proofs:
        reasons.update(
            {reason: n for reason, n in proof.dropped if reason.startswith("fact that repeats")}
        )
    return {reason: _of(count, facts) for reason, count in reasons.most_common()}


def _of(count: int, whole: int) -> dict[str, float]:
    return {"count": count, "share": round(count / whole, 4)}


def _losses(claims: Sequence[Claims]) -> dict[str, Any]:
    repaired: Counter[str] = Counter()
    dropped: Counter[str] = Counter()
    for item in claims:
        repaired.update(dict(item.repaired))
        dropped.update(dict(item.dropped))
    items = sum(item.items for item in claims)
    kept = sum(len(item.entities) + len(item.facts) for item in claims)
    lost = sum(n for reason, n in dropped.items() if reason.startswith(("fact ", "entity ")))
    return {
        "items": items,
        "kept": kept,
        "unaccounted_for": items - kept - lost,
        "repaired": dict(repaired.most_common()),
        "dropped": dict(dropped.most_common()),
    }


def _cut(replies: Sequence[str]) -> list[Claims]:
    rng = random.Random(SEED)
    return [parse_claims(reply[: rng.randrange(len(reply))]) for reply in replies]


def _judge(proofs: Sequence[Proof]) -> dict[str, Any]:
    """Count the judged alignments that are still made, and how many of them are right."""
    made: Counter[str] = Counter()
    right: Counter[str] = Counter()
    judged: Counter[str] = Counter()
    for line in JUDGED.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        judged[row["alignment"]] += 1
        if _is_made(row, proofs[row["passage"]]):
            made[row["alignment"]] += 1
            right[row["alignment"]] += row["right"]
    return {
        kind: {"judged": judged[kind], "still_made": made[kind], "right": right[kind]}
        for kind in ALIGNMENTS
        if judged[kind]
    }


def _is_made(row: dict[str, Any], proof: Proof) -> bool:
    side = ("subject", "object").index(row["side"])
    return any(
        statement.text == row["fact"] and statement.alignment[side] == row["alignment"]
        for statement in proof.statements
    )


def _print(figures: dict[str, Any]) -> None:
    print(f"{figures['facts']} facts, proven {figures['proven']['share']:.1%}")
    strange = figures["proven_in_another_passage"]
    print(f"held against a passage of another title: {strange['count']} proven")
    for key in ("proven_by_the_weaker_part", "not_proven"):
        print_table([{key: name, **values} for name, values in figures[key].items()])
    for name, losses in figures["parser"].items():
        print(name, {key: losses[key] for key in ("items", "kept", "unaccounted_for")})
        for key in ("repaired", "dropped"):
            print_table([{key: what, "count": n} for what, n in losses[key].items()])
    print_table([{"alignment": kind, **row} for kind, row in figures["judged"].items()])
    print("facts a second:", figures["facts_per_s"])


if __name__ == "__main__":
    main()

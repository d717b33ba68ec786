"""A small model before and after it is tuned on planning data (LPKG, sections 3.3 and 5.4).

    python benchmarks/local_llm.py --model 0.5b --fetch-only        # prints the GGUF file
    python benchmarks/plan_dataset.py DATA/wikidata_slice.nt.gz --out PLANS
    python benchmarks/plan_training.py PLANS/plans.jsonl GGUF --work FOLDER --items 270 --test 10

Needs the extra `train`. Trains a LoRA adapter on `--items` training items, all patterns alike, and
asks the model for the plans of `--test` held-out items a pattern before and after, with the prompt
it is trained on and no demonstrations, greedily. Told by pattern: exact (every statement of the
plan is the gold one's, thoughts aside), shape (the pattern is right), and runs (a plan that passes
the check, after repair). The dequantised model, the checkpoints of the training and every plan
written are kept in `--work`, so the script goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from record import print_table, write_result

from kgplatform.plan.check import check_plan
from kgplatform.plan.items import PlanItem, read_items, to_conversation
from kgplatform.plan.language import Plan, PlanError, Statement
from kgplatform.plan.parser import parse_plan
from kgplatform.plan.patterns import ALL_PATTERNS, PATTERNS
from kgplatform.plan.repair import read_plan
from kgplatform.plan.shapes import shape_of, shape_of_pattern
from kgplatform.training.train import Tuning, has_fast_bf16, load_network, train_planner

LONGEST_PLAN = 480  # tokens: of 3i and ip; a longer one has gone astray
STAGES = ("before", "after")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("model", help="a GGUF file, or what transformers loads")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--items", type=int, default=270)
    parser.add_argument("--epochs", type=float, default=1.0)
    parser.add_argument("--test", type=int, default=10, help="held-out items a pattern")
    parser.add_argument("--max-tokens", type=int, default=Tuning().max_tokens)
    parser.add_argument("--batch", type=int, default=9, help="plans written at a time")
    parser.add_argument("--patterns", default=",".join(PATTERNS), help="with commas between them")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    work: Path = arguments.work
    work.mkdir(parents=True, exist_ok=True)
    names = arguments.patterns.split(",")
    items = [item for item in read_items(arguments.data) if item.pattern in names]
    held_out = choose_held_out(items, names, arguments.test)
    base = dequantise(arguments.model, work / "base")
    write_plans(held_out, base, None, work / "before.jsonl", arguments.batch)
    trained = train(items, base, work, arguments)
    write_plans(held_out, base, work / "adapter", work / "after.jsonl", arguments.batch)
    table = [tell(name, held_out, work) for name in (*names, "all")]
    print_table(table)
    write_result("plan_training", {"training": trained, "plans": table})


def choose_held_out(items: Sequence[PlanItem], names: Sequence[str], count: int) -> list[PlanItem]:
    """Return the first test items of each pattern, the patterns in turn."""
    tests = {n: [i for i in items if i.pattern == n and i.split == "test"][:count] for n in names}
    return [found[at] for at in range(count) for found in tests.values() if at < len(found)]


def dequantise(model: str, folder: Path) -> str:
    """Return a folder with the model's plain weights: a GGUF file takes minutes to unpack."""
    if not (folder / "config.json").exists():
        network, tokenizer = load_network(model)
        tokenizer.save_pretrained(folder)
        network.save_pretrained(folder)
    return str(folder)


def train(
    items: Sequence[PlanItem], base: str, work: Path, arguments: argparse.Namespace
) -> dict[str, Any]:
    """Train, or go on with it; return what is told of the finished training."""
    stated = work / "training.json"
    if not stated.exists():
        tuning = Tuning(
            items=arguments.items, epochs=arguments.epochs, max_tokens=arguments.max_tokens
        )
        started = time.process_time()
        result = train_planner(items, base, work / "adapter", tuning=tuning)
        result["gguf"] = result["gguf"] and Path(result["gguf"]).name
        result["cpu_minutes_of_last_run"] = round((time.process_time() - started) / 60, 1)
        stated.write_text(json.dumps(result), encoding="utf-8")
    result = json.loads(stated.read_text(encoding="utf-8"))
    print(result, flush=True)
    return result


def write_plans(
    items: Sequence[PlanItem], base: str, adapter: Path | None, path: Path, batch: int
) -> None:
    """Let the model write the plans that the file lacks."""
    known = {row["id"] for row in read_rows(path)}
    missing = [item for item in items if item.id not in known]
    if not missing:
        return
    network, tokenizer = open_planner(base, adapter)
    tokenizer.padding_side = "left"
    with path.open("a", encoding="utf-8") as file:
        for start in range(0, len(missing), batch):
            some = missing[start : start + batch]
            started = time.process_time()
            replies = generate(network, tokenizer, some)
            spent = round((time.process_time() - started) / len(some), 1)
            for item, reply in zip(some, replies, strict=True):
                row = {"id": item.id, "question": item.question, "reply": reply, "cpu_s": spent}
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
            file.flush()
            print(path.stem, start + len(some), "of", len(missing), spent, "s", flush=True)


def open_planner(base: str, adapter: Path | None) -> tuple[Any, Any]:
    """Return the network, with the adapter merged in if there is one, and its tokenizer."""
    network, tokenizer = load_network(base)
    if adapter is not None:
        from peft import PeftModel

        network = PeftModel.from_pretrained(network, str(adapter)).merge_and_unload()
    return network.to(torch.bfloat16 if has_fast_bf16() else torch.float32).eval(), tokenizer


def continue_greedily(network: Any, asked: Any, most: int) -> Any:
    """Return the tokens of prompts with at most so many behind them."""
    with torch.inference_mode():
        return network.generate(
            **asked,
            max_new_tokens=most,
            do_sample=False,
            repetition_penalty=1.0,  # plans repeat themselves; the model's own setting is for prose
        )


def generate(network: Any, tokenizer: Any, items: Sequence[PlanItem]) -> list[str]:
    """Return the greedy continuation of each item's prompt, a plan of usual length at most."""
    prompts = [to_conversation(item)["messages"][:-1] for item in items]
    texts = tokenizer.apply_chat_template(prompts, tokenize=False, add_generation_prompt=True)
    asked = tokenizer(texts, return_tensors="pt", padding=True, add_special_tokens=False)
    written = continue_greedily(network, asked, LONGEST_PLAN)
    new = written[:, asked["input_ids"].shape[1] :]
    replies: list[str] = tokenizer.batch_decode(new, skip_special_tokens=True)
    return replies


def read_rows(path: Path) -> Iterator[dict[str, Any]]:
    if path.exists():
        yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())


def tell(name: str, items: Sequence[PlanItem], work: Path) -> dict[str, Any]:
    chosen = [item for item in items if name in (item.pattern, "all")]
    row: dict[str, Any] = {"pattern": name, "n": len(chosen)}
    for stage in STAGES:
        replies = {r["id"]: r["reply"] for r in read_rows(work / f"{stage}.jsonl")}
        judged = [judge(item, replies[item.id]) for item in chosen]
        for key in ("exact", "shape", "runs"):
            row[f"{key} {stage}"] = round(sum(j[key] for j in judged) / (len(judged) or 1), 3)
    return row


def judge(item: PlanItem, reply: str) -> dict[str, bool]:
    gold = parse_plan(item.plan)
    try:
        plan = read_plan(reply, question=item.question).plan
        check_plan(plan)
    except PlanError:
        return {"exact": False, "shape": False, "runs": False}
    return {
        "exact": asked(plan) == asked(gold),
        "shape": shape_of(plan) == shape_of_pattern(ALL_PATTERNS[item.pattern].root),
        "runs": True,
    }


def asked(plan: Plan) -> list[Statement]:
    """Return a plan's statements without its thoughts, which may say the same in other words."""
    return [s for s in plan.statements if not s.name.startswith("Thought")]


if __name__ == "__main__":
    main()

"""Fine-tunes a small causal model on planning data by LoRA, and saves the adapter (extra `train`).

Wang et al. 2024, section 3.3, equation 5: next-token training on the plan alone, the prompt being
given. The model is a folder or name that transformers loads, or a GGUF file, which it loads
dequantised. The libraries are only imported when training begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgplatform.errors import MissingExtra, UsageError
from kgplatform.plan.data.dataset import PlanItem
from kgplatform.plan.data.files import to_conversation

__all__ = ["Tuning", "choose_items", "prepare_examples", "train_planner"]

EXTRA = "train"
GGUF = ".gguf"


@dataclass(frozen=True, slots=True)
class Tuning:
    """How to train.

    Attributes:
        items: training items, as many of each pattern; None: all.
        epochs: passes over them.
        learning_rate: of AdamW; 2e-4 is usual for LoRA (Hu et al. 2022).
        rank: of the adapter; its alpha is twice that.
        batch: conversations a step; on a CPU one, and as many steps gathered.
        max_tokens: of prompt and plan; longer conversations are left out and counted.
        seed: of order and initial weights.
    """

    items: int | None = None
    epochs: float = 1.0
    learning_rate: float = 2e-4
    rank: int = 16
    batch: int = 8
    max_tokens: int = 1536
    seed: int = 0


def train_planner(
    items: Sequence[PlanItem], model: str, out: Path, *, tuning: Tuning | None = None
) -> dict[str, Any]:
    """Train on the items of the split `train`, and save the adapter to a folder.

    Returns:
        {"examples", "too_long", "steps", "loss"}.

    Raises:
        MissingExtra: transformers, peft and trl are not installed.
        UsageError: there is no training item.
    """
    tuning = tuning or Tuning()
    try:
        import torch
        from peft import LoraConfig
        from transformers import AutoModelForCausalLM, AutoTokenizer
        from trl import SFTConfig, SFTTrainer
    except ImportError as exc:
        raise MissingExtra(EXTRA, "Training a planner") from exc
    source = _source(model)
    tokenizer = AutoTokenizer.from_pretrained(**source)
    network = AutoModelForCausalLM.from_pretrained(**source, torch_dtype=torch.float32)
    examples = prepare_examples(choose_items(items, tuning.items))
    kept = [e for e in examples if _count_tokens(tokenizer, e) <= tuning.max_tokens]
    trainer = SFTTrainer(
        model=network,
        args=_configuration(SFTConfig, out, tuning),
        train_dataset=_dataset(kept),
        processing_class=tokenizer,
        peft_config=LoraConfig(
            r=tuning.rank,
            lora_alpha=2 * tuning.rank,
            target_modules="all-linear",
            task_type="CAUSAL_LM",
        ),
    )
    result = trainer.train()
    trainer.save_model(str(out))
    tokenizer.save_pretrained(str(out))
    return {
        "examples": len(kept),
        "too_long": len(examples) - len(kept),
        "steps": result.global_step,
        "loss": round(result.training_loss, 4),
    }


def choose_items(items: Sequence[PlanItem], count: int | None) -> list[PlanItem]:
    """Return up to `count` training items, the patterns in turn, each in the order given.

    Raises:
        UsageError: none of the items is for training.
    """
    by_pattern: dict[str, list[PlanItem]] = {}
    for item in items:
        if item.split == "train":
            by_pattern.setdefault(item.pattern, []).append(item)
    if not by_pattern:
        raise UsageError("The file has no item of the split train: write it with plan dataset.")
    longest = max(len(found) for found in by_pattern.values())
    turns = [
        found[place]
        for place in range(longest)
        for found in by_pattern.values()
        if place < len(found)
    ]
    return turns[:count]


def prepare_examples(items: Sequence[PlanItem]) -> list[dict[str, Any]]:
    """Return items as trainers take them: the prompt's turns, and the plan as completion."""
    examples = []
    for item in items:
        *prompt, completion = to_conversation(item)["messages"]
        examples.append({"prompt": prompt, "completion": [completion]})
    return examples


def _source(model: str) -> dict[str, str]:
    """Return how transformers finds a model: a GGUF file is named beside its folder."""
    path = Path(model)
    if path.suffix == GGUF:
        return {"pretrained_model_name_or_path": str(path.parent), "gguf_file": path.name}
    return {"pretrained_model_name_or_path": model}


def _count_tokens(tokenizer: Any, example: dict[str, Any]) -> int:
    turns = [*example["prompt"], *example["completion"]]
    return len(tokenizer.apply_chat_template(turns, tokenize=True))


def _configuration(make: Any, out: Path, tuning: Tuning) -> Any:
    return make(
        output_dir=str(out),
        num_train_epochs=tuning.epochs,
        per_device_train_batch_size=1,
        gradient_accumulation_steps=tuning.batch,
        learning_rate=tuning.learning_rate,
        max_length=tuning.max_tokens,
        completion_only_loss=True,
        seed=tuning.seed,
        save_strategy="no",
        report_to=[],
    )


def _dataset(examples: Sequence[dict[str, Any]]) -> Any:
    from datasets import Dataset

    return Dataset.from_list(list(examples))

"""Fine-tunes a small causal model on planning data by LoRA, and saves the adapter (extra `train`).

Wang et al. 2024, section 3.3, equation 5: next-token training on the plan alone, the prompt being
given. The model is a folder or name that transformers loads, or a GGUF file, which it loads
dequantised. The libraries are only imported when training begins. A training that was cut off goes
on from its last checkpoint. The adapter is saved as peft does, and as GGUF for llama.cpp's servers.

Departures: the paper trains for two epochs at 5e-5 with a cosine schedule; the defaults here are
for an adapter and some hundred items. It shows the planner demonstrations, here there are none.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgplatform.errors import MissingExtra, UsageError
from kgplatform.training.adapter import can_be_gguf, write_gguf_adapter

if TYPE_CHECKING:
    from kgplatform.plan.items import PlanItem

__all__ = [
    "SCHEDULES",
    "Tuning",
    "choose_items",
    "has_fast_bf16",
    "load_network",
    "prepare_examples",
    "train_planner",
]

SCHEDULES = ("linear", "cosine", "constant")
EXTRA = "train"
GGUF = ".gguf"
TUNING_FILE = "tuning.json"
IGNORED = -100  # the label of tokens that no loss is taken of
CHECKPOINT_STEPS = 5  # some minutes on one core; a checkpoint has 0.1 GB


@dataclass(frozen=True, slots=True)
class Tuning:
    """How to train.

    Attributes:
        items: training items, as many of each pattern; None: all.
        epochs: passes over them.
        learning_rate: of AdamW; 2e-4 is usual for LoRA (Hu et al. 2022).
        schedule: of SCHEDULES, how the rate falls.
        rank: of the adapter; its alpha is twice that.
        batch: conversations a step; on a CPU one, and as many steps gathered.
        max_tokens: of prompt and plan; longer conversations are left out and counted.
        seed: of order and initial weights.
    """

    items: int | None = None
    epochs: float = 1.0
    learning_rate: float = 2e-4
    schedule: str = "linear"
    rank: int = 16
    batch: int = 8
    max_tokens: int = 1536
    seed: int = 0


def train_planner(
    items: Sequence[PlanItem], model: str, out: Path, *, tuning: Tuning | None = None
) -> dict[str, Any]:
    """Train on the items of the split `train`, and save the adapter to a folder.

    Returns:
        {"examples", "too_long", "steps", "loss", "gguf"}, the last the adapter's file for
        llama.cpp, None where such models have none (see `can_be_gguf`).

    Raises:
        MissingExtra: transformers, peft and trl are not installed.
        UsageError: there is no training item, or none that is short enough, or the folder holds a
            training that was cut off and had another model, other data or another `tuning`.
    """
    tuning = tuning or Tuning()
    try:
        from transformers import Trainer
        from trl import SFTConfig, SFTTrainer
    except ImportError as exc:
        raise MissingExtra(EXTRA, "Training a planner") from exc
    chosen = choose_items(items, tuning.items)
    _check_folder(out, {"model": model, "ids": [item.id for item in chosen], **asdict(tuning)})
    network, tokenizer = load_network(model)
    examples = prepare_examples(chosen)
    kept = [e for e in examples if _count_tokens(tokenizer, e) <= tuning.max_tokens]
    if not kept:
        raise UsageError(f"No plan has at most {tuning.max_tokens} tokens with its prompt.")

    class PlanTrainer(SFTTrainer):  # type: ignore[misc]  # trl may not be installed
        """Trains by the model's own loss, of the plan alone."""

        def compute_loss(self, model: Any, inputs: dict[str, Any], *more: Any, **named: Any) -> Any:
            return Trainer.compute_loss(self, model, _of_plan(inputs), *more, **named)

    trainer = PlanTrainer(
        model=network,
        args=_configuration(SFTConfig, out, tuning),
        train_dataset=_dataset(kept),
        processing_class=tokenizer,
        peft_config=_adapter(tuning),
    )
    result = trainer.train(resume_from_checkpoint=_last_checkpoint(out))
    trainer.save_model(str(out))
    tokenizer.save_pretrained(str(out))
    return {
        "examples": len(kept),
        "too_long": len(examples) - len(kept),
        "steps": result.global_step,
        "loss": round(result.training_loss, 4),
        "gguf": _write_gguf(out, network.config),
    }


def load_network(model: str) -> tuple[Any, Any]:
    """Return a causal model and its tokenizer, in half precision where that is faster.

    An adapter's own weights stay in single precision: only what it is laid upon is halved.

    Args:
        model: a folder or name that transformers loads, or a GGUF file.

    Raises:
        MissingExtra: transformers is not installed.
    """
    try:
        import torch
        from transformers import AutoModelForCausalLM, AutoTokenizer
    except ImportError as exc:
        raise MissingExtra(EXTRA, "Loading a planner's model") from exc
    source = _source(model)
    tokenizer = AutoTokenizer.from_pretrained(**source)
    network = AutoModelForCausalLM.from_pretrained(
        **source, dtype=torch.bfloat16 if has_fast_bf16() else torch.float32
    )
    if Path(model).suffix == GGUF:
        # its weights are plain by now; with these marks it could neither be trained nor saved
        network.hf_quantizer = None
        vars(network.config).pop("quantization_config", None)
    return network, tokenizer


def has_fast_bf16() -> bool:
    """Return whether half precision (bfloat16) is faster than single precision on this machine."""
    import torch

    if torch.cuda.is_available():
        return bool(torch.cuda.is_bf16_supported())
    return has_amx()


def has_amx() -> bool:
    """Return whether the processor multiplies matrices of bfloat16 (Intel's AMX)."""
    import torch

    if not hasattr(torch.cpu, "get_capabilities"):  # before torch 2.10
        return False
    return bool(torch.cpu.get_capabilities().get("amx_bf16"))


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
    from kgplatform.plan.items import to_conversation

    examples = []
    for item in items:
        *prompt, completion = to_conversation(item)["messages"]
        examples.append({"prompt": prompt, "completion": [completion]})
    return examples


def _of_plan(inputs: dict[str, Any]) -> dict[str, Any]:
    """Return a model's inputs such that it scores the plan's tokens and none of the prompt's.

    Those of a vocabulary of 150,000 take as long as the rest of the model; trl's own loss, which
    leaves them out as well, is made for graphics cards and takes twice as long on a processor.
    """
    labels = inputs["labels"]
    kept = labels.shape[1] - int((labels != IGNORED).any(dim=0).nonzero()[0])
    kept = min(kept + 1, labels.shape[1])  # the token before the plan predicts its first one
    return {**inputs, "labels": labels[:, -kept:], "logits_to_keep": kept}


def _source(model: str) -> dict[str, str]:
    """Return how transformers finds a model: a GGUF file is named next to its folder."""
    path = Path(model)
    if path.suffix == GGUF:
        return {"pretrained_model_name_or_path": str(path.parent), "gguf_file": path.name}
    return {"pretrained_model_name_or_path": model}


def _write_gguf(out: Path, config: Any) -> str | None:
    if not can_be_gguf(config.model_type):
        return None
    layers = config.num_hidden_layers
    return str(write_gguf_adapter(out, architecture=config.model_type, layers=layers))


def _check_folder(out: Path, settings: dict[str, Any]) -> None:
    """Write down what is trained, or see that what is there was trained alike.

    Raises:
        UsageError: it was not.
    """
    path = out / TUNING_FILE
    if path.exists() and json.loads(path.read_text(encoding="utf-8")) != settings:
        raise UsageError(
            f"{out} holds another training, with other data or settings: choose another folder."
        )
    out.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(settings), encoding="utf-8")


def _last_checkpoint(out: Path) -> str | None:
    found = sorted(out.glob("checkpoint-*"), key=lambda path: int(path.name.rsplit("-", 1)[1]))
    return str(found[-1]) if found else None


def _count_tokens(tokenizer: Any, example: dict[str, Any]) -> int:
    turns = [*example["prompt"], *example["completion"]]
    return len(tokenizer.apply_chat_template(turns, tokenize=True, return_dict=False))


def _adapter(tuning: Tuning) -> Any:
    from peft import LoraConfig

    return LoraConfig(
        r=tuning.rank,
        lora_alpha=2 * tuning.rank,
        target_modules="all-linear",
        task_type="CAUSAL_LM",
    )


def _configuration(make: Any, out: Path, tuning: Tuning) -> Any:
    import torch

    return make(
        output_dir=str(out),
        num_train_epochs=tuning.epochs,
        per_device_train_batch_size=1,
        gradient_accumulation_steps=tuning.batch,
        learning_rate=tuning.learning_rate,
        lr_scheduler_type=tuning.schedule,
        max_length=tuning.max_tokens,
        completion_only_loss=True,
        # trl's defaults are for graphics cards: half precision is slow on most other processors,
        # and activations of one conversation need no saving of memory that costs a third forward
        # pass
        bf16=has_fast_bf16(),
        use_cpu=has_amx() and not torch.cuda.is_available(),  # it is refused half precision else
        gradient_checkpointing=False,
        dataloader_pin_memory=torch.cuda.is_available(),
        seed=tuning.seed,
        logging_steps=1,
        save_strategy="steps",
        save_steps=CHECKPOINT_STEPS,
        save_total_limit=1,
        report_to=[],
    )


def _dataset(examples: Sequence[dict[str, Any]]) -> Any:
    from datasets import Dataset

    return Dataset.from_list(list(examples))

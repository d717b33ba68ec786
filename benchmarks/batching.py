"""A GGUF model run by OpenVINO, many conversations in one batch.

On two cores with AMX it reads twice as many tokens of prompt a second as llama.cpp, and four
conversations at a time are written in the time of one. Weights and what they are multiplied with
are rounded to 8 bits (see eight_bits.py), so that now and then a reply differs from llama.cpp's.
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import openvino_genai as genai
from chat_server import Refused, make_completion, read_room
from eight_bits import convert

CACHE_GB = 3
TOKENS_A_STEP = 1024
VALUES_A_SCALE = 128
"""Of those that weights are multiplied with; a whole row's is not faster and rounds more."""
LONGEST_REPLY = 1024  # tokens, where a request does not say


@dataclass
class Asked:
    """A conversation that is being answered."""

    handle: Any
    done: threading.Event


class BatchingModel:
    """Answers chat requests greedily. Threads may share one: what they ask runs together."""

    def __init__(self, path: Path, *, name: str, threads: int) -> None:
        scheduler = genai.SchedulerConfig()
        scheduler.cache_size = CACHE_GB
        scheduler.max_num_batched_tokens = TOKENS_A_STEP
        scheduler.enable_prefix_caching = True
        self._name = name
        self._pipeline = genai.ContinuousBatchingPipeline(
            str(convert(path)),
            scheduler,
            "CPU",
            {"INFERENCE_NUM_THREADS": threads, "DYNAMIC_QUANTIZATION_GROUP_SIZE": VALUES_A_SCALE},
        )
        self._tokenizer = self._pipeline.get_tokenizer()
        self._numbers, self._asked = count(), list[Asked]()
        self._changed = threading.Condition()
        self._broken: RuntimeError | None = None
        threading.Thread(target=self._run, daemon=True).start()

    def reply(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the completion of a conversation in the form of OpenAI's API.

        Raises:
            Refused: the request is for probabilities of tokens, which OpenVINO tells of one alone.
        """
        if asked.get("logprobs"):
            raise Refused("logprobs are not supported")
        room = read_room(asked, LONGEST_REPLY)
        config = _make_config(asked, room)
        prompt = self._tokenizer.apply_chat_template(asked["messages"], add_generation_prompt=True)
        ids = self._tokenizer.encode(prompt, add_special_tokens=False).input_ids
        with self._changed:
            request = Asked(
                self._pipeline.add_request(next(self._numbers), ids, config), threading.Event()
            )
            self._asked.append(request)
            self._changed.notify()
        request.done.wait()
        if self._broken:
            raise self._broken
        (output,) = request.handle.read_all()
        return make_completion(
            self._tokenizer.decode(output.generated_ids, skip_special_tokens=True),
            model=self._name,
            prompt_tokens=ids.shape[1],
            completion_tokens=len(output.generated_ids),
            is_cut=output.finish_reason == genai.GenerationFinishReason.LENGTH,
        )

    def _run(self) -> None:
        """Advance all conversations, a step at a time, as long as there are any."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: bool(self._asked))
            try:
                self._pipeline.step()
            except RuntimeError as exc:
                self._broken = exc
            with self._changed:
                for request in list(self._asked):
                    if self._broken or _is_finished(request.handle):
                        self._asked.remove(request)
                        request.done.set()


def _is_finished(handle: Any) -> bool:
    return bool(handle.get_status() != genai.GenerationStatus.RUNNING)


def _make_config(asked: dict[str, Any], room: int) -> Any:
    config = genai.GenerationConfig()
    config.max_new_tokens = room
    config.do_sample = False
    config.apply_chat_template = False
    shape = asked.get("response_format") or {}
    if shape.get("type") == "json_schema":
        schema = json.dumps(shape["json_schema"]["schema"])
        config.structured_output_config = genai.StructuredOutputConfig(json_schema=schema)
    return config

"""BERTScore (Zhang et al., 2020), which HOLMES reports next to EM (table 2): nearness in meaning.

It needs the extra `bertscore` (PyTorch and a model of 1.4 GB that is fetched at first use), so it
is no part of `scoring`. Scores are of roberta-large's layer 17, which its authors chose for
English, and are not rescaled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kgplatform.errors import EvaluationError, MissingExtra, ModelUnavailable
from kgplatform.evaluate.figures import describe_answer, pair_questions
from kgplatform.evaluate.questions import Dataset
from kgplatform.evaluate.runs import Run

__all__ = [
    "DEFAULT_LAYER",
    "DEFAULT_MODEL",
    "compute_bert_scores",
    "require_bertscore",
    "score_bert",
]

DEFAULT_MODEL = "roberta-large"
DEFAULT_LAYER = 17


def require_bertscore() -> Callable[..., dict[str, Any]]:
    """Return the function that compares texts, before anything is asked that needs it.

    Raises:
        MissingExtra: the extra is not installed.
    """
    try:
        import transformers  # noqa: F401  torchmetrics leaves bert_score out without it
        from torchmetrics.functional.text.bert import bert_score
    except ImportError as exc:
        raise MissingExtra("bertscore", "BERTScore") from exc
    compare: Callable[..., dict[str, Any]] = bert_score
    return compare


def score_bert(
    run: Run,
    dataset: Dataset,
    *,
    limit: int | None = None,
    model: str = DEFAULT_MODEL,
    layer: int = DEFAULT_LAYER,
) -> list[float]:
    """Return the BERTScore F1 of each question of a run, 0..1; 0 where nothing was answered.

    Args:
        run: what was answered.
        dataset: what was asked; each question needs an answer.
        limit: the first so many questions; None: all.
        model: a transformers model, by name or folder.
        layer: whose hidden states are compared; the input embeddings are layer 0.

    Raises:
        EvaluationError: the run is not of these questions, the data set has no answers, or the
            model has no such layer.
        MissingExtra: the extra is not installed.
        ModelUnavailable: the model cannot be loaded.
    """
    pairs = pair_questions(run, dataset, limit=limit)
    if not all(question.answers for question, _ in pairs):
        raise EvaluationError(f"{dataset.name} has questions without answers to compare with.")
    return compute_bert_scores(
        [describe_answer(result) for _, result in pairs],
        [question.accepted for question, _ in pairs],
        model=model,
        layer=layer,
    )


def compute_bert_scores(
    predictions: Sequence[str],
    answers: Sequence[Sequence[str]],
    *,
    model: str = DEFAULT_MODEL,
    layer: int = DEFAULT_LAYER,
) -> list[float]:
    """Return each prediction's best F1 against any of its answers; of an empty one 0.

    Arguments and errors are those of `score_bert`, with at least one answer a prediction.
    """
    asked = [number for number, prediction in enumerate(predictions) if prediction.strip()]
    said = [predictions[number] for number in asked for _ in answers[number]]
    expected = [answer for number in asked for answer in answers[number]]
    scores = iter(_compare(said, expected, model, layer))
    best = {number: max(next(scores) for _ in answers[number]) for number in asked}
    return [best.get(number, 0.0) for number in range(len(predictions))]


def _compare(said: list[str], expected: list[str], model: str, layer: int) -> list[float]:
    bert_score = require_bertscore()
    if not said:
        return []
    encoder, tokenizer = _load_encoder(model)
    # A pair a call: of more than two, torchmetrics (1.9) takes the embeddings of predictions and
    # answers out of the order of their lengths by a permutation that is not its inverse.
    compare = partial(bert_score, model=encoder, user_tokenizer=tokenizer, num_layers=layer)
    try:
        scores = [compare([a], [b])["f1"] for a, b in zip(said, expected, strict=True)]
    except ValueError as exc:
        raise EvaluationError(
            f"BERTScore cannot be computed from layer {layer} of '{model}': {exc}"
        ) from exc
    return [min(float(score), 1.0) for score in scores]  # rounding goes above


def _load_encoder(model: str) -> tuple[Any, Any]:
    import transformers

    try:
        encoder = transformers.AutoModel.from_pretrained(model)
        return encoder, transformers.AutoTokenizer.from_pretrained(model)
    except OSError as exc:
        raise ModelUnavailable(
            f"The model '{model}' cannot be loaded for BERTScore: check its name and the network."
        ) from exc

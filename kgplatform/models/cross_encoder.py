"""Loads a cross-encoder, which reads a query and a text together and scores how relevant it is.

Any CrossEncoder of sentence-transformers by name, through the extra of that name, as DivKnowQA
(section 3.3) uses cross-encoder/ms-marco-MiniLM-L-6-v2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kgplatform.errors import MissingExtra, ModelUnavailable, SettingsError
from kgplatform.models.hub import check_no_folder

__all__ = ["ScorePairs", "load_cross_encoder"]

ScorePairs = Callable[[str, Sequence[str]], list[float]]
"""From a query and texts to a score each, in their order; higher is more relevant."""


def load_cross_encoder(name: str) -> ScorePairs:
    """Return a cross-encoder by name; it is fetched by its library the first time.

    Raises:
        MissingExtra: sentence-transformers is not installed.
        SettingsError: the name is also a folder's here, or the model's that gives no score.
        ModelUnavailable: there is no such model, or it cannot be fetched.
    """
    try:
        from sentence_transformers import CrossEncoder
    except ImportError as exc:
        raise MissingExtra("sentence-transformers", f"The cross-encoder {name}") from exc
    check_no_folder(name)
    try:
        model = CrossEncoder(name, device="cpu")
    except Exception as exc:  # what a model hub raises is not written down anywhere
        raise ModelUnavailable(
            f"The cross-encoder '{name}' cannot be loaded: check its name "
            f"(KGPLATFORM_CROSS_ENCODER) and that its files can be reached ({exc})."
        ) from exc
    _check_scores(name, model)

    def score_pairs(query: str, texts: Sequence[str]) -> list[float]:
        scores = model.predict([(query, text) for text in texts])
        return [float(score) for score in scores]

    return score_pairs


def _check_scores(name: str, model: Any) -> None:
    """Refuse what the library loads as a cross-encoder, though it was not trained to score pairs.

    To an embedder it adds a layer of random weights, and a classifier returns a score a class.
    """
    made = type(model.model).__name__
    saved = model.config.architectures or [made]
    if made not in saved or model.num_labels != 1:
        fault = f"has {model.num_labels} classes" if made in saved else f"is a {saved[0]}"
        raise SettingsError(
            f"The model '{name}' {fault} and does not score pairs: set "
            "KGPLATFORM_CROSS_ENCODER to a cross-encoder with one score."
        )

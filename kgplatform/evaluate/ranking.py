"""How well documents are ranked, by the measures of trec_eval (through pytrec_eval).

Recall@k is the mean share of a question's gold documents among its first k, as HippoRAG 2 and
TRACE report it; all@k says whether they are all there; mrr is of the first gold document, and
nDCG@10 is BEIR's, which gains a document's grade of relevance. All 0..1, higher is better.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytrec_eval

__all__ = ["NDCG_DEPTH", "score_rankings"]

NDCG_DEPTH = 10  # what BEIR reports (Thakur et al., 2021)


def score_rankings(
    rankings: Mapping[str, Sequence[str]],
    gold: Mapping[str, Mapping[str, int]],
    *,
    ks: Sequence[int],
) -> dict[str, dict[str, float]]:
    """Return {recall@k, all@k, mrr, ndcg@10} of each question of `gold`, in its order.

    Args:
        rankings: document ids by question, best first; empty where nothing was found.
        gold: the documents that should be found, by question, at least one each, with their
            grade of relevance from 1.
        ks: depths of recall and all, from 1.
    """
    measures = {"recip_rank", f"ndcg_cut.{NDCG_DEPTH}", f"recall.{','.join(map(str, ks))}"}
    qrels = {key: dict(documents) for key, documents in gold.items()}
    found = {key: _score_places(rankings[key]) for key in gold}
    results = pytrec_eval.RelevanceEvaluator(qrels, measures).evaluate(found)
    return {key: _name_figures(results[key], ks) for key in gold}


def _score_places(ranking: Sequence[str]) -> dict[str, float]:
    # strictly falling scores: trec_eval orders equal ones by id, whatever the order given
    return {document: float(-rank) for rank, document in enumerate(dict.fromkeys(ranking))}


def _name_figures(result: Mapping[str, float], ks: Sequence[int]) -> dict[str, float]:
    recall = {k: result[f"recall_{k}"] for k in ks}
    return {
        **{f"recall@{k}": share for k, share in recall.items()},
        **{f"all@{k}": float(share == 1) for k, share in recall.items()},
        "mrr": result["recip_rank"],
        f"ndcg@{NDCG_DEPTH}": result[f"ndcg_cut_{NDCG_DEPTH}"],
    }

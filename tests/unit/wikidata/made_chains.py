"""Facts of made-up texts and claims about them, for the tests of question generation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kgplatform.training.divknow_data.chains import Material
from kgplatform.training.divknow_data.claims import Claim, ClaimValue
from kgplatform.training.divknow_data.phrases import load_phrases
from kgplatform.training.divknow_data.text_facts import Pages, TextFact
from kgplatform.wikidata.terms import RdfTerm, entity_iri

FILM = TextFact(
    id="s1", subject="North Wind", subject_qid="Q2", subject_type="Work", relation="director",
    object="Anna Berg", object_qid="Q1", object_type="Person", document_id="d1",
    title="North Wind", sentence="North Wind was directed by Anna Berg.",
)  # fmt: skip
BORN = replace(
    FILM, id="s2", subject="Ole Dahl", subject_qid="Q4", subject_type="Person",
    relation="place of birth", object="Tromsø", object_qid="", object_type="Place",
    document_id="d2", title="Ole Dahl", sentence="Ole Dahl was born in Tromsø.",
)  # fmt: skip
ALSO_BORN = replace(
    BORN, id="s3", subject="Kari Lund", subject_qid="Q6", object="Bergen", document_id="d3",
    title="Kari Lund", sentence="Kari Lund was born in Bergen.",
)  # fmt: skip
FACTS = (FILM, BORN, ALSO_BORN)
LABELS = {
    "Q1": "Anna Berg", "Q2": "North Wind", "Q3": "Sea Song", "Q4": "Ole Dahl", "Q6": "Kari Lund",
    "Q10": "Larvik", "Q12": "Bergen", "Q21": "Blue Prize", "Q22": "Red Prize",
}  # fmt: skip
PROPERTIES = {"P19": "place of birth", "P57": "director", "P166": "award received"}


def claim(subject: str, name: str, *values: str) -> Claim:
    things = tuple(ClaimValue(LABELS[v], "thing", entity_iri(v)) for v in values)
    return Claim(subject, LABELS[subject], name, PROPERTIES[name], things)


def date_claim(subject: str, text: str) -> Claim:
    value = ClaimValue(text, "date", RdfTerm("literal", text))
    return Claim(subject, LABELS[subject], "P569", "date of birth", (value,))


CLAIMS = {
    "Q1": [claim("Q1", "P19", "Q10"), claim("Q1", "P166", "Q21", "Q22")],
    "Q3": [claim("Q3", "P57", "Q4")],
    "Q6": [claim("Q6", "P19", "Q12")],
}


def material(
    facts: Sequence[TextFact] = FACTS,
    claims: Mapping[str, Sequence[Claim]] = CLAIMS,
    *,
    about: Mapping[str, str] | None = None,
) -> Material:
    """Return material in which each fact's document holds its sentence alone.

    Args:
        about: the text of the page about an item, by QID.
    """
    pages = about or {}
    naming = [c for told in claims.values() for c in told]
    texts = {fact.document_id: fact.sentence for fact in facts}
    of_item = {qid: [qid] for qid in pages}
    return Material(facts, claims, naming, Pages(of_item, pages), texts, load_phrases())

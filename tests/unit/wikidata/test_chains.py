"""Which facts and claims make chains, and what the paper's filters leave out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from kgplatform.training.divknow_data.building import Builder
from kgplatform.training.divknow_data.chains import Chain, Material, kb_to_text, text_to_kb
from kgplatform.training.divknow_data.choosing import Chooser
from tests.unit.wikidata.made_chains import (
    ALSO_BORN,
    BORN,
    CLAIMS,
    FILM,
    claim,
    date_claim,
    material,
)

pytestmark = pytest.mark.unit


def _told(chains: list[Chain]) -> list[tuple[str, str, str]]:
    return sorted((c.type, c.fact.relation, c.claim.relation) for c in chains)


def _of(made: Material, kind: str) -> Chain:
    return next(c for c in (*text_to_kb(made), *kb_to_text(made)) if c.type == kind)


def test_a_facts_object_leads_to_its_claims_of_three_kinds() -> None:
    assert _told(list(text_to_kb(material()))) == [
        ("text_to_kb_aggregate", "director", "award received"),
        ("text_to_kb_short", "director", "award received"),
        ("text_to_kb_short", "director", "place of birth"),
        ("text_to_kb_yes_no", "director", "award received"),
        ("text_to_kb_yes_no", "director", "place of birth"),
    ]


def test_a_claims_only_value_leads_to_what_a_text_states_of_it() -> None:
    assert _told(list(kb_to_text(material()))) == [
        ("kb_to_text_short", "place of birth", "director"),
        ("kb_to_text_yes_no", "place of birth", "director"),
    ]


def test_an_answer_that_a_text_names_is_not_asked_for() -> None:
    made = material(about={"Q1": "Anna Berg, of Larvik, won the Blue Prize."})
    assert list(text_to_kb(made)) == []
    assert made.refused["the answer is in the text"] == 5
    dated = material([FILM], {"Q1": [date_claim("Q1", "3 May 1950")]})
    assert len(list(text_to_kb(dated))) == 2
    told = material([FILM], dated.claims, about={"Q1": "Anna Berg (born May 3, 1950)"})
    assert list(text_to_kb(told)) == []


def test_a_claim_with_several_values_or_whose_page_names_them_leads_nowhere() -> None:
    several = material(claims={**CLAIMS, "Q3": [claim("Q3", "P57", "Q4", "Q1")]})
    assert list(kb_to_text(several)) == []
    assert several.refused["several objects"] == 1
    told = material(about={"Q3": "Sea Song is a film by Ole Dahl."})
    assert list(kb_to_text(told)) == []
    assert told.refused["the bridge is in the text"] == 1


def test_where_the_knowledge_base_states_the_texts_fact_it_must_say_the_same() -> None:
    same = material(claims={**CLAIMS, "Q2": [claim("Q2", "P57", "Q1")]})
    assert {c.is_kb_blind for c in text_to_kb(same)} == {False}
    assert {c.is_kb_blind for c in text_to_kb(material())} == {True}
    for values in (("Q4",), ("Q1", "Q4")):  # another director, or a second one
        other = material(claims={**CLAIMS, "Q2": [claim("Q2", "P57", *values)]})
        assert list(text_to_kb(other)) == []
        assert other.refused["the knowledge base disagrees"] == 1


def test_what_leads_back_to_where_it_began_is_left() -> None:
    back = material([FILM], {"Q1": [claim("Q1", "P166", "Q2")]})
    assert list(text_to_kb(back)) == []
    assert back.refused["it leads back"] == 2  # short and yes/no


def test_types_of_classes_go_before_those_of_the_graph() -> None:
    human = replace(claim("Q1", "P19", "Q10"), property="P31", relation="instance of")
    as_film = replace(human, values=(replace(human.values[0], text="film"),))
    made = material(claims={**CLAIMS, "Q1": [as_film, *CLAIMS["Q1"]]})
    assert made.type_of("Q1", "Person") == "Work"
    assert not made.suits_fact(FILM)  # a film does not direct
    assert material().suits_fact(FILM)
    assert not material().suits_fact(replace(FILM, subject="North Wind (disambiguation)"))


def test_questions_of_each_type_in_words_with_their_gold() -> None:
    made = material()
    builder = Builder(made, seed=0)
    short = builder.build(_of(made, "text_to_kb_aggregate"), is_true=True)
    assert short is not None
    assert short.text == "How many awards has the director of North Wind received?"
    assert short.answers == ("2", "two")
    first, second = short.hops
    assert (first.question, first.answers) == ("Who directed North Wind?", ("Anna Berg",))
    assert second.question == "How many awards has Anna Berg received?"
    assert "COUNT" in second.sparql
    assert "#" not in second.sparql
    assert second.facts == (
        ("Anna Berg", "award received", "Blue Prize"),
        ("Anna Berg", "award received", "Red Prize"),
    )
    back = builder.build(_of(made, "kb_to_text_short"), is_true=True)
    assert back is not None
    assert (back.text, back.answers) == ("Where was the director of Sea Song born?", ("Tromsø",))
    assert [hop.source for hop in back.hops] == ["kb", "text"]
    assert (back.hops[0].qids, back.hops[1].qids) == (("Q3", "Q4"), ("Q4", ""))


def test_false_answers_are_of_the_same_relation_and_none_that_the_text_names() -> None:
    made = material()
    builder = Builder(made, seed=0)
    chain = _of(made, "kb_to_text_yes_no")
    yes, no = (builder.build(chain, is_true=is_true) for is_true in (True, False))
    assert yes is not None
    assert no is not None
    assert (yes.text, yes.answers) == ("Was the director of Sea Song born in Tromsø?", ("yes",))
    assert (no.text, no.answers) == ("Was the director of Sea Song born in Bergen?", ("no",))
    assert no.hops[1].verified == "Bergen"
    told = material(about={"Q4": "Ole Dahl lived in Bergen."})
    assert Builder(told, seed=0).build(chain, is_true=False) is None
    alone = material([FILM, BORN], CLAIMS)
    assert Builder(alone, seed=0).build(chain, is_true=False) is None


def test_a_question_that_would_tell_its_bridge_is_none() -> None:
    named = replace(FILM, subject="Anna Berg: A Life")
    made = material([named, BORN, ALSO_BORN])
    assert Builder(made, seed=0).build(_of(made, "text_to_kb_short"), is_true=True) is None


def test_least_used_things_are_chosen_first_and_a_seed_gives_one_order() -> None:
    other = replace(FILM, id="s9", subject="East Wind", document_id="d9")
    third = replace(FILM, id="s8", object_qid="Q6", object="Kari Lund", document_id="d8")
    claims = {**CLAIMS, "Q6": [claim("Q6", "P166", "Q21", "Q22")]}
    chains = [c for c in text_to_kb(material([FILM, other, third], claims)) if "short" in c.type]
    order = list(Chooser(seed=1).choose(chains))
    assert len(order) == len(chains) == 5
    assert {c.bridge_qid for c in order[:2]} == {"Q1", "Q6"}
    assert Counter(map(id, order)) == Counter(map(id, chains))
    again = list(Chooser(seed=1).choose(list(reversed(chains))))
    assert [c.fact.id for c in again] == [c.fact.id for c in order]

"""Claims held against a passage: which are proven, where, how surely, and why others are not."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from kgplatform.extract.proof.claims import ClaimedEntity, Claims, parse_claims
from kgplatform.extract.proof.prove import REASONS, Proof, prove
from kgplatform.records import ALIGNMENTS, Entity, Literal, Mention, Passage, Statement
from kgplatform.records.document import Claim
from kgplatform.text.names import make_entity

pytestmark = pytest.mark.unit

TEXT = (
    "The Fram is a strong ship. It was built by Colin Archer in Larvik in 1892. "
    "Fridtjof Nansen sailed the ship to the Arctic with 13 men."
)


def prove_facts(
    *facts: Claim,
    text: str = TEXT,
    title: str = "Fram (ship)",
    entities: tuple[ClaimedEntity, ...] = (ClaimedEntity("Fram", "Product"),),
    mentions: tuple[Mention, ...] = (),
) -> Proof:
    sentences = [match.span() for match in re.finditer(r"[^ ].*?(?:\.(?= |$)|$)", text)]
    passage = Passage("p", "d", 0, 0, len(text), title, text)
    claims = Claims(entities=entities, facts=facts)
    proof = prove(claims, passage, sentences=sentences, mentions=mentions, extractor="llm:x")
    for statement in proof.statements:
        spans = [statement.subject_span, statement.object_span]
        spans += [(item.start, item.end) for item in statement.qualifiers]
        assert all(statement.start <= start < end <= statement.end for start, end in spans)
        assert set(statement.alignment) <= set(ALIGNMENTS)
        assert 0 < statement.confidence <= 1
    for mention in proof.mentions:
        assert text[mention.start : mention.end] == mention.surface
    return proof


def only_statement(*facts: Claim, **options: object) -> Statement:
    proof = prove_facts(*facts, **options)  # type: ignore[arg-type]
    assert proof.unproven == ()
    (statement,) = proof.statements
    return statement


def words(statement: Statement, text: str = TEXT) -> tuple[str, str, str]:
    return (
        text[slice(*statement.subject_span)],
        text[slice(*statement.object_span)],
        text[statement.start : statement.end],
    )


def test_named_parts_are_proven_by_their_sentence() -> None:
    statement = only_statement(Claim("Fram", "is a", "strong ship"))
    assert words(statement) == ("Fram", "strong ship", "The Fram is a strong ship.")
    assert statement.alignment == ("exact", "exact")
    assert statement.subject == make_entity("Fram (ship)", "Product")
    assert statement.extractor == "llm:x"
    assert statement.confidence == 0.9  # "is a" has no telling word that could be missing


def test_pronoun_of_the_sentence_is_preferred_to_a_name_in_another() -> None:
    statement = only_statement(Claim("Fram", "built by", "Colin Archer"))
    assert words(statement)[:2] == ("It", "Colin Archer")
    assert statement.alignment == ("pronoun", "exact")
    assert words(statement)[2].startswith("It was built")
    assert statement.confidence == 0.75


def test_description_of_the_title_is_marked() -> None:
    statement = only_statement(Claim("Fridtjof Nansen", "sailed", "Fram"))
    assert words(statement)[:2] == ("Fridtjof Nansen", "the ship")
    assert statement.alignment == ("exact", "title")
    assert isinstance(statement.object, Entity)
    assert statement.object.name == "Fram (ship)"


def test_pronoun_that_the_model_left_in_is_resolved() -> None:
    statement = only_statement(Claim("It", "built by", "Colin Archer"))
    assert statement.subject.name == "Fram (ship)"
    assert statement.alignment == ("pronoun", "exact")


def test_parts_of_two_sentences_are_proven_by_both() -> None:
    statement = only_statement(Claim("Colin Archer", "met", "Fridtjof Nansen"))
    assert words(statement)[2] == TEXT[TEXT.index("It was") :]
    assert statement.confidence == round(0.9 * 0.9 * 0.85, 3)


def test_qualifiers_have_their_own_spans() -> None:
    qualifiers = (("time", "1892"), ("place", "larvik"), ("crew", "13 men"))
    statement = only_statement(Claim("Fram", "built by", "Colin Archer", qualifiers))
    found = [(q.relation, TEXT[q.start : q.end], q.alignment) for q in statement.qualifiers]
    assert found == [
        ("time", "1892", "exact"),
        ("place", "Larvik", "normalised"),
        ("crew", "13 men", "exact"),
    ]
    assert isinstance(statement.qualifiers[0].target, Literal)
    assert statement.end == len(TEXT)  # the sentence of the 13 men is part of the proof


def test_qualifier_that_is_not_said_is_left_out_and_recorded() -> None:
    proof = prove_facts(Claim("Fram", "built by", "Colin Archer", (("time", "1893"),)))
    assert proof.statements[0].qualifiers == ()
    (unproven,) = proof.unproven
    assert (unproven.reason, unproven.qualifiers) == (REASONS["qualifier"], (("time", "1893"),))
    assert dict(proof.dropped) == {REASONS["qualifier"]: 1}


def test_title_as_qualifier_says_nothing_new() -> None:
    qualifiers = (("source title", "Fram"), ("by", "Colin Archer"))
    proof = prove_facts(Claim("Fram", "built by", "Colin Archer", qualifiers))
    assert proof.statements[0].qualifiers == ()
    assert dict(proof.dropped) == {
        "qualifier that repeats the title": 1,
        "qualifier that repeats a part": 1,
    }


@pytest.mark.parametrize(
    ("fact", "reason"),
    [
        (Claim("Fram", "built by", "Roald Amundsen"), "object"),
        (Claim("Gjøa", "built by", "Colin Archer"), "subject"),
        (Claim("Gjøa", "built by", "Roald Amundsen"), "both"),
        (Claim("She", "built by", "Colin Archer"), "pronoun"),
        (Claim("1892", "year of", "Fram"), "value"),
        (Claim("Colin Archer", "is", "Archer"), "overlap"),
        (Claim("Fram", "is", "The boat Fram"), "object"),
        (Claim("Fram", "is", "It"), "same"),
        (Claim("Fram", "sailed with", "14 men"), "object"),
    ],
)
def test_what_the_passage_does_not_show_is_kept_apart(fact: Claim, reason: str) -> None:
    proof = prove_facts(fact)
    assert proof.statements == ()
    (unproven,) = proof.unproven
    assert unproven.reason == REASONS[reason]
    assert (unproven.subject, unproven.relation, unproven.object) == (
        fact.subject,
        fact.relation,
        fact.object,
    )
    assert (unproven.passage_id, unproven.extractor) == ("p", "llm:x")


def test_same_fact_in_other_words_is_one_statement_the_surer() -> None:
    fact = ("sailed", "Arctic")
    proof = prove_facts(
        Claim("He", *fact),
        Claim("Fridtjof Nansen", *fact),
        text=TEXT + " He left the Arctic.",
        entities=(ClaimedEntity("Fridtjof Nansen", "Person"),),
    )
    (statement,) = proof.statements
    assert statement.alignment == ("exact", "exact")
    assert dict(proof.dropped) == {"fact that repeats another in other words": 1}


def test_known_mention_gives_the_thing_and_stays() -> None:
    archer = make_entity("Colin Archer (shipbuilder)", "Person")
    start = TEXT.index("Colin Archer")
    known = Mention("p", archer, start, start + 12, "Colin Archer")
    proof = prove_facts(Claim("Fram", "built by", "Colin Archer"), mentions=(known,))
    assert proof.statements[0].object == archer
    assert [m for m in proof.mentions if m.entity == archer] == [known]


def test_short_mention_of_a_full_name_proves_it() -> None:
    text = "Then Archer built it in Larvik."
    archer = make_entity("Colin Archer", "Person")
    known = Mention("p", archer, 5, 11, "Archer")
    fact = Claim("Colin Archer", "worked in", "Larvik")
    statement = only_statement(fact, text=text, title="", mentions=(known,))
    assert words(statement, text)[0] == "Archer"
    assert statement.alignment == ("fuzzy", "exact")


def test_claimed_names_become_mentions_where_no_other_stands() -> None:
    proof = prove_facts(
        Claim("Colin Archer", "lived in", "Larvik"),
        entities=(ClaimedEntity("Colin Archer", "Person"), ClaimedEntity("Archer", "Person")),
    )
    found = {(m.surface, m.entity.type) for m in proof.mentions}
    assert found == {("Fram", "Thing"), ("Colin Archer", "Person"), ("Larvik", "Thing")}


def test_fuzzy_value_keeps_the_claims_words_and_the_texts_span() -> None:
    statement = only_statement(Claim("Fridtjof Nansen", "sailed", "Arctic with the men"))
    assert isinstance(statement.object, Literal)
    assert statement.object.value == "Arctic with the men"
    assert words(statement)[1] == "Arctic with 13 men"


def test_passage_without_title_or_text_proves_nothing() -> None:
    assert prove_facts(Claim("It", "is", "ship"), text="", title="").statements == ()


def test_facts_of_another_passage_are_not_proven(data_dir: Path) -> None:
    name = "llm/hipporag_openie_musique_train_gpt-3.5-turbo-1106_1890.json"
    docs = json.loads((data_dir / name).read_text(encoding="utf-8"))["docs"]
    claimed = stated = 0
    for doc, other in zip(docs[:400], docs[900:1300], strict=True):
        claims = parse_claims(json.dumps({"triples": doc["extracted_triples"]}))
        proof = prove_facts(*claims.facts, text=other["text"], title=other["title"], entities=())
        claimed, stated = claimed + len(claims.facts), stated + len(proof.statements)
    assert stated / claimed < 0.002


def test_odd_characters_raise_nothing_and_move_no_span(data_dir: Path) -> None:
    name = "llm/hipporag_openie_musique_train_gpt-3.5-turbo-1106_1890.json"
    docs = json.loads((data_dir / name).read_text(encoding="utf-8"))["docs"]
    rng = random.Random(5)
    for doc in rng.sample(docs, 150):
        claims = parse_claims(json.dumps({"triples": doc["extracted_triples"]}))
        letters = [c if rng.random() > 0.02 else rng.choice('ß"🙂İ\nǅſ²') for c in doc["text"]]
        prove_facts(*claims.facts, text="".join(letters), title=doc["title"], entities=())


def test_real_replies_are_mostly_proven_and_every_fact_is_accounted_for(data_dir: Path) -> None:
    name = "llm/hipporag_openie_musique_train_gpt-3.5-turbo-1106_1890.json"
    docs = json.loads((data_dir / name).read_text(encoding="utf-8"))["docs"][::10]
    claimed = stated = 0
    for doc in docs:
        claims = parse_claims(json.dumps({"triples": doc["extracted_triples"]}))
        proof = prove_facts(*claims.facts, text=doc["text"], title=doc["title"], entities=())
        repeated = dict(proof.dropped).get("fact that repeats another in other words", 0)
        rejected = [item for item in proof.unproven if item.reason != REASONS["qualifier"]]
        assert len(proof.statements) + repeated + len(rejected) == len(claims.facts)
        claimed, stated = claimed + len(claims.facts), stated + len(proof.statements)
    assert stated / claimed > 0.9

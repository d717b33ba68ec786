"""Every form of a claim, and that nothing a reply held is lost without a count."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from kgplatform.extract.proof.claims import ClaimedEntity, Claims, parse_claims
from kgplatform.records.document import Claim

pytestmark = pytest.mark.unit

OPENIE = "llm/hipporag_openie_musique_train_gpt-3.5-turbo-1106_1890.json"


def claims_of(facts: Any, **more: Any) -> Claims:
    claims = parse_claims(json.dumps({"facts": facts, **more}))
    lost = sum(count for reason, count in claims.dropped if reason.startswith(("fact ", "entity ")))
    assert claims.items == len(claims.facts) + len(claims.entities) + lost
    return claims


def only_fact(fact: Any) -> Claim:
    claims = claims_of([fact])
    (claim,) = claims.facts
    return claim


def test_reply_as_asked_is_taken_without_repair() -> None:
    qualifiers = [{"relation": "time", "value": "1892"}]
    fact = {"subject": "Fram", "relation": "built by", "object": "Archer", "qualifiers": qualifiers}
    claims = claims_of([fact], entities=[{"name": "Fram", "type": "Product"}])
    assert claims.facts == (Claim("Fram", "built by", "Archer", (("time", "1892"),)),)
    assert claims.entities == (ClaimedEntity("Fram", "Product"),)
    assert (claims.dropped, claims.repaired, claims.items) == ((), (), 2)
    assert claims.is_reply


@pytest.mark.parametrize(
    "fact",
    [
        ["Fram", "built by", "Archer"],
        {"head": "Fram", "type": "built by", "tail": "Archer"},
        {"Subject": " Fram ", "Predicate": "built_by", "Object": "Archer\n"},
        {"source": "Fram", "relationship": "built by", "target": "Archer"},
        {"subject": {"name": "Fram"}, "relation": "built by", "object": ["Archer"]},
        "Fram | built by | Archer",
        "1. (Fram | built by | Archer)",
        "(Fram, built by, Archer)",
        ["Fram", "built by", "Archer", None],
    ],
    ids=range(9),
)
def test_fact_is_read_in_each_form(fact: Any) -> None:
    assert only_fact(fact) == Claim("Fram", "built by", "Archer")


@pytest.mark.parametrize(
    ("qualifiers", "expected"),
    [
        ({"time": 1892, "place": ["Larvik", "Norway"]}, "time=1892 place=Larvik place=Norway"),
        ([{"relation": "pointInTime", "value": "1892"}], "time=1892"),
        ([{"when": "1892"}, {"location": "Larvik"}], "time=1892 place=Larvik"),
        ([["time", "1892"]], "time=1892"),
        (["role: captain"], "role=captain"),
        ({"relation": "as", "value": "captain"}, "role=captain"),
        ({"awarded by": "the Society"}, "awarded by=the Society"),
        ({"time": None, "place": ""}, ""),
        (None, ""),
    ],
    ids=range(9),
)
def test_qualifiers_are_read_in_each_form(qualifiers: Any, expected: str) -> None:
    fact = {"subject": "Fram", "relation": "is", "object": "here", "qualifiers": qualifiers}
    found = only_fact(fact).qualifiers
    assert " ".join(f"{relation}={value}" for relation, value in found) == expected


def test_qualifier_beside_the_fact_is_taken_and_counted() -> None:
    claims = claims_of([{"s": "Fram", "r": "sank", "o": "ice", "date": "1912"}])
    assert claims.facts[0].qualifiers == (("time", "1912"),)
    assert dict(claims.repaired) == {"qualifier outside the fact": 1}


def test_qualifier_without_relation_is_counted_as_lost() -> None:
    claims = claims_of([{"s": "A", "r": "b", "o": "C", "qualifiers": [{"value": "1912"}]}])
    assert dict(claims.dropped) == {"qualifier without relation or value": 1}


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (
            ["Mississippi River", "joins", "Ohio River", "at the city of", "Cairo, Illinois"],
            Claim("Mississippi River", "joins", "Ohio River", (("place", "Cairo, Illinois"),)),
        ),
        (
            ["Houston", "has", "average temperature of", "53.1 °F"],
            Claim("Houston", "has average temperature of", "53.1 °F"),
        ),
        (
            ["Spielberg", "awarded", "Gold Hugo at", "Chicago Festival"],
            Claim("Spielberg", "awarded", "Gold Hugo", (("place", "Chicago Festival"),)),
        ),
        (
            ["Kim", "played for", "Bucheon FC since", "July 2010"],
            Claim("Kim", "played for", "Bucheon FC", (("time", "July 2010"),)),
        ),
        (
            ["Naranjo", "set", "record", "July 3, 2004", "in San Sebastián"],
            None,
        ),
        (
            ["Naranjo", "set", "record", "in San Sebastián", "2004"],
            Claim("Naranjo", "set", "record", (("place", "San Sebastián"), ("time", "2004"))),
        ),
        (["border with", "Tennessee", "settled in", "1893"], None),
        (["A", "b", "c", "d"], None),
        (["Chris Isaak", "is a musician"], Claim("Chris Isaak", "is", "musician")),
        (["Chris Isaak", "is in"], None),
        (["Salt March", "gained worldwide attention"], None),
        (["Salt March"], None),
        ([], None),
        (["Salt March", "is", ""], None),
        (["Salt March", "is", "…"], None),
    ],
    ids=range(15),
)
def test_other_numbers_of_parts_are_read_where_clear(
    parts: list[str], expected: Claim | None
) -> None:
    claims = claims_of([parts])
    assert claims.facts == ((expected,) if expected else ())
    assert sum(count for _, count in claims.dropped) == (0 if expected else 1)


def test_several_objects_are_several_facts() -> None:
    claims = claims_of([["Levy", "directed", ["Free Guy", "Big Fat Liar"]]])
    assert [fact.object for fact in claims.facts] == ["Free Guy", "Big Fat Liar"]
    assert dict(claims.repaired) == {"fact with several objects": 1}


def test_repeated_and_empty_items_are_counted() -> None:
    fact = ["A", "b", "C"]
    claims = claims_of(
        [fact, fact, None, 5, {"x": 1}, [[["D", "b", "C"]]]], entities=["A", "A", "", {"type": "x"}]
    )
    assert [fact.subject for fact in claims.facts] == ["A", "D"]
    assert dict(claims.dropped) == {
        "entity repeated": 1,
        "entity without a usable name": 2,
        "fact of unknown form": 2,
        "fact repeated": 1,
        "fact without subject": 1,
    }


def test_copied_paragraph_is_no_part_of_a_fact() -> None:
    assert dict(claims_of([["A", "b", "word " * 100]]).dropped) == {
        "fact with a part of endless length": 1
    }


@pytest.mark.parametrize(
    "entities",
    [
        [{"name": "Oslo", "type": "Place"}],
        {"Place": ["Oslo"]},
        [["Oslo", "Place"]],
        [{"Oslo": "Place"}],
        [{"entity": "Oslo", "category": "Place"}],
        [{"text": "Oslo", "label": "Place"}],
    ],
    ids=range(6),
)
def test_entity_is_read_in_each_form(entities: Any) -> None:
    claims = parse_claims(json.dumps({"entities": entities, "facts": []}))
    assert claims.entities == (ClaimedEntity("Oslo", "Place"),)


@pytest.mark.parametrize(
    "text",
    [
        '[["A", "b", "C"]]',
        '{"result": {"triples": [["A", "b", "C"]]}}',
        '{"entities": ["A"]}\n{"triples": [["A", "b", "C"]]}',
        '[{"name": "A"}, {"subject": "A", "relation": "b", "object": "C"}]',
    ],
    ids=["bare list", "outer object", "two documents", "mixed list"],
)
def test_facts_are_found_wherever_they_stand(text: str) -> None:
    claims = parse_claims(text)
    assert claims.facts == (Claim("A", "b", "C"),)
    assert claims.is_reply


@pytest.mark.parametrize("text", ["", "no JSON", "{}", '{"answer": "x"}', '{"entities": ["A"]}'])
def test_reply_without_a_place_for_facts_is_none(text: str) -> None:
    assert not parse_claims(text).is_reply
    assert parse_claims(text).facts == ()


def test_empty_list_of_facts_is_a_reply() -> None:
    assert parse_claims('{"entities": [], "facts": []}').is_reply


def test_control_characters_and_lone_surrogates_are_taken_out() -> None:
    claims = parse_claims('{"facts": [["A\\u0000B", "is\\nnot", "C\\ud83d D"]]}')
    assert claims.facts == (Claim("A B", "is not", "C D"),)


@pytest.fixture(scope="module")
def replies(data_dir: Path) -> list[dict[str, Any]]:
    docs: list[dict[str, Any]] = json.loads((data_dir / OPENIE).read_text(encoding="utf-8"))["docs"]
    return docs


def test_every_item_of_the_real_replies_is_kept_or_counted(replies: list[dict[str, Any]]) -> None:
    malformed = 0
    for reply in replies:
        given = {key: reply[key] for key in ("extracted_entities", "extracted_triples")}
        claims = parse_claims(json.dumps(given))
        lost = sum(count for _, count in claims.dropped)
        assert claims.items == sum(map(len, given.values()))
        assert len(claims.facts) + len(claims.entities) + lost == claims.items
        malformed += sum(len(triple) != 3 for triple in given["extracted_triples"])
    assert malformed == 185


def test_real_replies_cut_anywhere_claim_nothing_else(replies: list[dict[str, Any]]) -> None:
    rng = random.Random(8)
    for reply in rng.sample(replies, 400):
        whole = json.dumps({"triples": reply["extracted_triples"]}, ensure_ascii=False)
        known = set(parse_claims(whole).facts)
        cut = parse_claims(whole[: rng.randrange(len(whole))])
        assert set(cut.facts) <= known


def test_real_replies_with_a_letter_changed_raise_nothing(replies: list[dict[str, Any]]) -> None:
    rng = random.Random(9)
    for reply in rng.sample(replies, 300):
        letters = list(json.dumps({"triples": reply["extracted_triples"]}))
        for _ in range(3):
            letters[rng.randrange(len(letters))] = rng.choice('"[]{},:\\x')
        parse_claims("".join(letters))

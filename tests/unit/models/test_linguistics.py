"""With the real default pipeline, which is a dependency and needs nothing outside."""

from __future__ import annotations

from pathlib import Path

import pytest
import spacy

from kgplatform.errors import SettingsError
from kgplatform.models.linguistics import DEFAULT_PIPELINE, Linguistics, load_linguistics

pytestmark = pytest.mark.unit

TEXT = (
    "Dr. Ada Lovelace (born in St. James. See below.) wrote to J. S. Mill in 1842.\n\n"
    '"It will compose music. It will draw." she said. Nobody believed her!\n'
    "- first item\n- second item  "
)


def test_sentences_are_those_a_reader_sees(linguistics: Linguistics) -> None:
    assert [TEXT[start:end] for start, end in linguistics.split_sentences(TEXT)] == [
        "Dr. Ada Lovelace (born in St. James. See below.) wrote to J. S. Mill in 1842.",
        '"It will compose music. It will draw." she said.',
        "Nobody believed her!",
        "- first item",
        "- second item",
    ]


@pytest.mark.parametrize("text", ["", "  \n\n ", "x", "☃ 雪。 次。", TEXT, "A.\r\n\r\nB.\u00a0 C."])
def test_sentences_cover_all_but_white_space(linguistics: Linguistics, text: str) -> None:
    spans = linguistics.split_sentences(text)
    covered = [index for start, end in spans for index in range(start, end)]
    assert len(covered) == len(set(covered))
    assert {index for index, char in enumerate(text) if not char.isspace()} <= set(covered)
    assert all(text[start:end] == text[start:end].strip() for start, end in spans)


def test_parse_gives_names_and_tree_in_order(linguistics: Linguistics) -> None:
    first, second = linguistics.parse(["Marie Curie was born in Warsaw.", "It rained."])
    assert ("Marie Curie", "PERSON") in [(name.text, name.label_) for name in first.ents]
    assert second[1].dep_ == "ROOT"


def test_lemmatizer_is_not_loaded(linguistics: Linguistics) -> None:
    (doc,) = linguistics.parse(["It rained."])
    assert doc[1].lemma_ == ""


def test_pipeline_without_recogniser_still_splits() -> None:
    linguistics = Linguistics(spacy.blank("en"), name="blank")
    text = "It rains. We stay."
    spans = linguistics.split_sentences(text)
    assert [text[start:end] for start, end in spans] == ["It rains.", "We stay."]


def test_parser_is_asked_where_there_is_no_recogniser() -> None:
    pipeline = spacy.load(DEFAULT_PIPELINE, exclude=["lemmatizer", "senter"])
    text = "The dog barked at him. The cat slept."
    spans = Linguistics(pipeline, name="parser").split_sentences(text)
    assert [text[start:end] for start, end in spans] == [
        "The dog barked at him.",
        "The cat slept.",
    ]


@pytest.mark.parametrize(
    ("name", "command"),
    [("xx_no_such_pipeline", "spacy download xx_no_such_pipeline"), ("", "KGPLATFORM_SPACY")],
)
def test_missing_pipeline_names_the_command(name: str, command: str) -> None:
    with pytest.raises(SettingsError, match=command):
        load_linguistics(name)


def test_pipeline_is_not_taken_from_a_folder_of_its_name() -> None:
    Path("xx_no_such_pipeline").mkdir()
    with pytest.raises(SettingsError, match="folder 'xx_no_such_pipeline' here"):
        load_linguistics("xx_no_such_pipeline")
    with pytest.raises(SettingsError, match="cannot be loaded"):
        load_linguistics("./xx_no_such_pipeline")

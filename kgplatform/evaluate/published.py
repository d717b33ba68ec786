"""What published records of questions hold, as types: a field of another type is refused.

A text where a list belongs would otherwise be read letter by letter, and "false" taken for true.
Fields that are not read here may hold anything.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    ValidationError,
)

from kgplatform.errors import EvaluationError

__all__ = [
    "BeirDocument",
    "BeirMetadata",
    "BeirQuery",
    "DivKnowHop",
    "DivKnowRecord",
    "HotpotQaRecord",
    "ListRecord",
    "MusiqueRecord",
    "Paragraph",
    "PopQaRecord",
    "PublishedRecord",
    "SingleRecord",
    "WikiAliases",
    "WikiRecord",
    "validate",
]


def _refuse_half(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as exc:
        raise ValueError("half a character (a lone surrogate) stands in it") from exc
    return text


def _refuse_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("it is blank")
    return text


def _write_number(value: Any) -> Any:
    """Return a whole number as text: identifiers, titles and answers are also published so."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _read_json_text(value: Any) -> Any:
    """PopQA writes its lists as JSON inside a string."""
    return json.loads(value) if isinstance(value, str) else value


def _list_one(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _transpose(value: Any) -> Any:
    """Return rows; the sets have columns where they come from a parquet table."""
    if not isinstance(value, Mapping):
        return value
    columns = [value[name] for name in ("title", "sentences", "sent_id") if name in value]
    if len(columns) != 2 or not all(isinstance(column, list) for column in columns):
        raise ValueError("its columns are not two lists, the first of them title")
    return list(zip(*columns, strict=True))


Text = Annotated[str, AfterValidator(_refuse_half)]
Name = Annotated[Text, BeforeValidator(_write_number)]
Answer = Annotated[Name, AfterValidator(_refuse_blank)]
Answers = Annotated[list[Answer], Field(min_length=1)]
Sentences = tuple[Name, list[Text]]
"""A paragraph's title and its sentences."""
SupportingFact = tuple[Name, StrictInt]
"""A paragraph's title, and the number of a sentence in it."""


class _Fields(BaseModel):
    model_config = ConfigDict(frozen=True)


class BeirDocument(_Fields):
    """A line of corpus.jsonl."""

    id: Name = Field(validation_alias="_id")
    title: Name | None = None
    text: Text


class BeirMetadata(_Fields):
    """What this platform takes from a query's metadata, which BEIR leaves open."""

    answers: list[Answer] | None = None
    type: Text | None = None


class BeirQuery(_Fields):
    """A line of queries.jsonl."""

    id: Name = Field(validation_alias="_id")
    text: Text
    metadata: BeirMetadata | None = None


class Paragraph(_Fields):
    """A paragraph that says whether it is gold; it has a text, or sentences."""

    title: Name
    text: Text | None = Field(None, validation_alias=AliasChoices("text", "paragraph_text"))
    sentences: list[Text] | None = None
    is_supporting: StrictBool


class PublishedRecord(_Fields):
    """What the records of all sets may have."""

    id: Name | None = Field(None, validation_alias=AliasChoices("_id", "id"))
    question: Text
    type: Text | None = None
    paragraphs: list[Paragraph] | None = None
    context: Annotated[list[Sentences], BeforeValidator(_transpose)] | None = None
    supporting_facts: Annotated[list[SupportingFact], BeforeValidator(_transpose)] | None = None


class HotpotQaRecord(PublishedRecord):
    """HotpotQA."""

    answer: Answer
    answer_aliases: list[Answer] | None = None


class WikiRecord(HotpotQaRecord):
    """2WikiMultihopQA; `answer_id` is the answer's Wikidata item."""

    evidences: list[tuple[Name, Name, Name]]
    answer_id: Text | None = None


class WikiAliases(_Fields):
    """A line of 2WikiMultihopQA's id_aliases.json: other names of a Wikidata item."""

    id: Text = Field(validation_alias="Q_id")
    aliases: list[Name] = []
    demonyms: list[Name] = []


class MusiqueStep(_Fields):
    """A step of a question: what it asks, where "#1" is the first step's answer."""

    question: Text
    paragraph_support_idx: StrictInt | None


class MusiqueRecord(HotpotQaRecord):
    """MuSiQue."""

    question_decomposition: list[MusiqueStep]


class DivKnowHop(_Fields):
    """A step over a text, with the number of its paragraph, or over Wikidata (`kb`)."""

    source: Literal["text", "kb"]
    question: Text
    answers: list[Text]
    facts: list[tuple[Text, Text, Text]]
    qids: tuple[Text, Text]
    sparql: Text = ""
    sentence: Text = ""
    statement: Text = ""
    verified: Text = ""
    paragraph: StrictInt | None = None


class DivKnowRecord(HotpotQaRecord):
    """The form of `kgplatform wikidata questions`, as far as a run depends on it."""

    hops: list[DivKnowHop]


class PopQaRecord(PublishedRecord):
    """PopQA; without paragraphs, as its authors publish it."""

    possible_answers: Annotated[Answers, BeforeValidator(_read_json_text)]


class ListRecord(PublishedRecord):
    """CLQA-Wiki, whose answer is the whole list."""

    label: Answers


class SingleRecord(PublishedRecord):
    """Bamboogle, whose answer is one text as published, and a list in data sets in circulation."""

    question: Text = Field(validation_alias="Question")
    answer: Annotated[Answers, BeforeValidator(_list_one)] = Field(
        validation_alias=AliasChoices("answer", "Answer")
    )


Checked = TypeVar("Checked", bound=_Fields)


def validate(record: Mapping[str, Any], form: type[Checked], *, place: str) -> Checked:
    """Return a record's fields, each of its type.

    Args:
        record: as read.
        form: what it should be.
        place: where it stands, such as "Record 3 of dev.json", to say what is wrong with it.

    Raises:
        EvaluationError: a field is missing or of another type.
    """
    try:
        return form.model_validate(record)
    except ValidationError as exc:
        first = exc.errors(include_url=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        wrong = first["msg"].removeprefix("Value error, ")
        raise EvaluationError(f"{place} cannot be read: {field}: {wrong}.") from exc

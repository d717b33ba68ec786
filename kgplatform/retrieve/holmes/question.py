"""What a question names and asks for: its entities, and its relations with their types.

HOLMES, sections 4.2.1 and 4.2.2 (i), appendices A.4.2 and A.4.3. With a chat model both come from
one call. Without one, and where its reply cannot be used, names are looked up in the graph, and
relations are read from the question's syntax and words (`question.relations`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, field_validator

from kgplatform.errors import BadReply
from kgplatform.graph.connection import Graph
from kgplatform.models.conversation import ChatModel, UnusableReply
from kgplatform.models.linguistics import Linguistics
from kgplatform.models.prompts import disarm, load_prompt
from kgplatform.models.replies import parse_reply, strict_schema
from kgplatform.question.relations import list_relations
from kgplatform.question.syntax import LITERAL_TYPE_NAMES, Triple
from kgplatform.records import ENTITY_TYPES, Entity, Usage
from kgplatform.retrieve.holmes.schema import UNKNOWN
from kgplatform.retrieve.names import find_names

__all__ = ["TASK", "ReadQuestion", "read_question"]

TASK = "question_relations"
MAX_TOKENS = 400  # a dozen relations

TypeName = Literal[
    "Person", "Organization", "Place", "Work", "Event", "Group", "Product", "Thing",
    "Date", "Quantity", "Text",
]  # fmt: skip
TYPE_NAMES: tuple[str, ...] = get_args(TypeName)


class RelationReply(BaseModel):
    """One relation as the model gives it."""

    model_config = ConfigDict(extra="ignore")

    subject: TypeName
    relation: str
    object: TypeName

    @field_validator("subject", "object", mode="before")
    @classmethod
    def know_type(cls, stated: Any) -> Any:
        """Take a type that is not known ("Country") for Thing, which matches all."""
        return stated if stated in TYPE_NAMES else UNKNOWN


class QuestionReply(BaseModel):
    """The model's reply to prompts/question_relations.md."""

    model_config = ConfigDict(extra="ignore")

    entities: list[str]
    relations: list[RelationReply]


@dataclass(frozen=True, slots=True)
class ReadQuestion:
    """A question as the traversal and the schema take it.

    Attributes:
        things: entities of the graph that it names; the names in the order of `names`.
        names: as the graph has them.
        triples: (subject type, relation, object type), what it asks for.
        usage: what the chat model was asked.
        problem: why the model's reply could not be used, or ''.
    """

    things: tuple[Entity, ...]
    triples: tuple[Triple, ...]
    usage: Usage = field(default_factory=Usage)
    problem: str = ""

    @property
    def names(self) -> list[str]:
        """The names of what it names, each once."""
        return list(dict.fromkeys(thing.name for thing in self.things))


def read_question(
    question: str,
    *,
    graph: Graph,
    within: Collection[str] | None,
    chat: ChatModel | None,
    linguistics: Linguistics | None,
) -> ReadQuestion:
    """Return what a question names and asks for; one query, and one call where there is a model.

    Args:
        question: in plain English.
        graph: where its names are looked up.
        within: ids of the only documents that may name them; None: all.
        chat: reads the question; None: words and syntax do.
        linguistics: parses it; None: only its words give the relations.

    Raises:
        ModelError: the chat model is not available.
    """
    reply, usage, problem = (None, Usage(), "") if chat is None else _ask(question, chat)
    stated = [question, *(reply.entities if reply else ())]
    found = find_names(stated, graph=graph, within=within)
    things = dict.fromkeys(thing for matched in found for thing in matched)
    triples: Iterable[Triple] = _stated_triples(reply.relations) if reply else ()
    read = tuple(dict.fromkeys(triples)) or list_relations(question, linguistics)
    return ReadQuestion(tuple(things), read, usage, problem)


def _ask(question: str, chat: ChatModel) -> tuple[QuestionReply | None, Usage, str]:
    types = ", ".join((*ENTITY_TYPES, *LITERAL_TYPE_NAMES.values()))
    messages = load_prompt(TASK).render(types=types, question=disarm(question, "question"))
    schema = strict_schema(QuestionReply.model_json_schema())
    usage = Usage()
    try:
        reply = chat.complete(messages, task=TASK, schema=schema, max_tokens=MAX_TOKENS)
        usage = reply.usage
        return parse_reply(reply.text, QuestionReply, task=TASK), usage, ""
    except BadReply as exc:
        return None, exc.usage if isinstance(exc, UnusableReply) else usage, exc.reason


def _stated_triples(relations: Sequence[RelationReply]) -> Iterable[Triple]:
    for stated in relations:
        relation = " ".join(stated.relation.split()).casefold()
        if relation:
            yield stated.subject, relation, stated.object

"""Tries odd texts on what reads plans, queries, search words and models' replies."""

from __future__ import annotations

import re

import pyoxigraph
from hypothesis import strategies as st

from kgplatform.answer.reply import (
    AnswerReply,
    AskingReply,
    CitedReply,
    ReasonedAskingReply,
    ReasonedReply,
    read_reply,
)
from kgplatform.errors import BadReply, SparqlError
from kgplatform.extract.proof.claims import parse_claims
from kgplatform.graph.fulltext import MAX_TERMS, any_word_query, phrase_query
from kgplatform.ingest.schema.question_relations import SchemaReply
from kgplatform.models.replies import parse_reply
from kgplatform.pipelines.divknow.chat_decomposer import NextReply
from kgplatform.pipelines.divknow.ranking import RankReply
from kgplatform.plan.check import check_plan
from kgplatform.plan.language import PlanError
from kgplatform.plan.parser import parse_plan
from kgplatform.plan.printer import print_plan
from kgplatform.plan.repair import read_plan
from kgplatform.plan.shapes import pattern_of, shape_of
from kgplatform.retrieve.holmes.question import QuestionReply, RelationReply
from kgplatform.retrieve.kgp.structural.asking import StructureReply
from kgplatform.retrieve.trace.triples import read_triples
from kgplatform.wikidata.named import bind_text
from kgplatform.wikidata.terms import parse_term
from kgplatform.wikidata.validation import check_query

__all__ = [
    "ARGUMENTS",
    "try_fulltext",
    "try_plan",
    "try_reply",
    "try_sparql",
    "try_sparql_value",
]

ARGUMENTS = st.text(
    st.characters(codec="utf-8", exclude_characters="\0/") | st.characters(
        min_codepoint=0xDC80, max_codepoint=0xDCFF, categories=["Cs"]
    ),
    max_size=20,
)  # fmt: skip
"""Words of a command line: any text but NUL, and bytes that are no text; none leaves the folder."""

SHORT_REPLIES = (AnswerReply, CitedReply, ReasonedReply, AskingReply, ReasonedAskingReply)
TYPED_REPLIES = (SchemaReply, NextReply, RankReply, QuestionReply, RelationReply, StructureReply)
UNESCAPED = re.compile(r'(?<!\\)(?:\\\\)*[+\-!(){}\[\]^"~*?:/&|]{1}')
LONE = "&|"  # operators only where they stand twice
ROWS = 10


def try_plan(text: str) -> str:
    """Read, check and print a plan; what is printed is the same plan."""
    try:
        plan = read_plan(text, question="Who?").plan
        check_plan(plan)
    except PlanError as exc:
        lines = text.count("\n") + text.count("\r") + 1
        if not (exc.hint and 0 <= exc.line <= lines):
            raise ValueError(f"the error does not tell a place: {exc}") from exc
        return "PlanError"
    shape_of(plan)
    pattern_of(plan)
    if parse_plan(print_plan(plan)) != plan:
        raise ValueError("what is printed is another plan")
    return "accepted"


def try_sparql(text: str) -> str:
    """Check a query; what may be sent may be sent again."""
    try:
        checked = check_query(text, limit=ROWS)
    except SparqlError:
        return "SparqlError"
    again = check_query(checked.text, limit=ROWS)
    if again.form != checked.form or again.limit != checked.limit:
        raise ValueError(f"a second check finds {again}")
    return "accepted"


def try_sparql_value(text: str) -> str:
    """Bind a text to a query's parameter; the query then gives that value and nothing else."""
    try:
        term = parse_term(text)
        query = bind_text("SELECT ?x WHERE { BIND($value AS ?x) }", {"value": term})
        checked = check_query(query, limit=ROWS)
    except SparqlError:
        return "SparqlError"
    try:
        ((value,),) = pyoxigraph.Store().query(checked.text)
    except SyntaxError:
        if term.kind == "uri" or term.language:  # a relative one, or a language that there is not
            return "refused by the endpoint"
        raise
    if value.value != term.value:
        raise ValueError(f"the query gives {value}")
    return "accepted"


def try_fulltext(text: str) -> str:
    """Make queries of words; they have no operators and no more terms than the index takes."""
    words = any_word_query(text)
    phrase_query(text)
    for found in UNESCAPED.finditer(words):
        if found[0][-1] not in LONE:
            raise ValueError(f"{found[0]!r} is an operator")
    if {"AND", "OR", "NOT", "TO"} & set(words.split()):
        raise ValueError("a word is an operator")
    if len(words.split()) > max(MAX_TERMS, len(text.split())):
        raise ValueError("there are too many terms")
    return "accepted" if words else "no word"


def try_reply(text: str) -> str:
    """Read a reply as every task would; claims and triples are read from any text."""
    parse_claims(text)
    read_triples(text)
    accepted = 0
    for form in SHORT_REPLIES:
        try:
            read_reply(text, form, task="answer")
            accepted += 1
        except BadReply:
            continue
    for model in TYPED_REPLIES:
        try:
            parse_reply(text, model, task="fuzz")
            accepted += 1
        except BadReply:
            continue
    return "accepted" if accepted else "BadReply"

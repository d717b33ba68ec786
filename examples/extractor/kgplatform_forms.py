"""The extractor `forms`: lines such as "Supplier: Norrpump AB" as facts about their document.

A data sheet, a contract's first page or a ticket says most in such lines. Each becomes a statement
about what the document is named after, proven by the line; known names are found as well.
"""

import re
from collections.abc import Iterator, Sequence

from kgplatform import ExtractorResources, Mention, Passage, PassageReading
from kgplatform.extract.facts import make_statement
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.text.names import make_entity

LINE = re.compile(r"^[-*| ]*(?P<label>[A-Z][\w /-]{1,40}?)\s*[:|]\s*(?P<value>[^\s|][^|\n]*)", re.M)


class FormExtractor:
    name = "forms:1"  # raised where it reads otherwise, so that documents are read again

    def __init__(self, resources: ExtractorResources) -> None:
        pass  # neither parser nor model

    def read(
        self, passages: Sequence[Passage], *, gazetteer: Gazetteer
    ) -> Iterator[PassageReading]:
        for passage in passages:
            mentions, statements = [], []
            for found in gazetteer.find(passage.text):
                surface = passage.text[found.start : found.end]
                for entity in found.candidates:
                    mentions.append(Mention(passage.id, entity, found.start, found.end, surface))
            for line in LINE.finditer(passage.text):
                value = make_entity(line["value"].strip())
                span = line.start("value"), line.start("value") + len(value.name)
                mentions.append(Mention(passage.id, value, *span, value.name))
                statements.append(
                    make_statement(
                        passage, line.span(), subject=make_entity(passage.title),
                        relation=line["label"].lower(), obj=value, subject_span=line.span("label"),
                        object_span=span, extractor=self.name, confidence=0.9,
                        alignment=("title", "exact"),
                    )
                )  # fmt: skip
            yield PassageReading(tuple(mentions), tuple(statements))

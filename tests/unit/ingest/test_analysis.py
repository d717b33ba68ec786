from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.extract.extractors import KnownNames
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.reading import Extractor
from kgplatform.extract.typing import RestrictedExtractor
from kgplatform.ingest.analysis import IngestModels, read_group
from kgplatform.ingest.groups import group_passages
from kgplatform.records import Document, Statement
from kgplatform.sources.files import read_file
from kgplatform.testing import HashEmbedder
from kgplatform.text.sentences import split_by_punctuation
from tests.pipeline import linguistics

pytestmark = pytest.mark.unit


def _read(folder: Path, extractor: Extractor) -> list[Statement]:
    for name, row in (("a.csv", "Elm Yard,Ann Lee"), ("b.csv", "Oak Dock,Tom Day")):
        (folder / name).write_text(f"Site,Manager\n{row}\n")
    documents = [
        document
        for file in sorted(folder.iterdir())
        for document in read_file(file)
        if isinstance(document, Document)
    ]
    (group,) = group_passages(documents, split_sentences=split_by_punctuation)
    models = IngestModels(HashEmbedder(), linguistics(), extractor)
    readings = read_group(group, models=models, gazetteer=Gazetteer([]))
    assert len(readings) == len(group.passages)
    return [statement for reading in readings for statement in reading.statements]


def test_structure_states_facts_whatever_else_reads_a_document(tmp_path: Path) -> None:
    found = _read(tmp_path, KnownNames())
    assert [(s.subject.name, s.relation) for s in found] == [
        ("Elm Yard", "Manager"),
        ("Oak Dock", "Manager"),
    ]


def test_structure_keeps_to_the_types_of_the_extractor(tmp_path: Path) -> None:
    found = _read(tmp_path, RestrictedExtractor(KnownNames(), types=("Place",)))
    types = {(s.subject.type, getattr(s.object, "type", "")) for s in found}
    assert types == {("Place", "Thing")}

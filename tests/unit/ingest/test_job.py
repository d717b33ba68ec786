from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.errors import UsageError
from kgplatform.ingest.job.lines import find_line
from kgplatform.ingest.job.spec import Extraction, Job, load_job
from kgplatform.ingest.links.passage_links import DEFAULT_LINKS

pytestmark = pytest.mark.unit

WHOLE = """\
name = "reports"

[[sources]]
path = "reports/**/*.pdf"

[[sources]]
path = "/facts/all.csv"
prune = true

[extraction]
extractor = "llm"
entity_types = ["Person", "Place"]
concurrency = 8

[models]
chat_model = "small"

[links]
keyword = true
embedding = {max_degree = 6}
entity = false
schema = true
questions = "questions.txt"

[resolution]
threshold = 0.9

[limits]
max_model_calls = 1000
max_cost = 2.5

[cost]
prompt_per_million = 0.15
completion_per_million = 0.6

[engine]
name = "ray"
workers = 2
"""


def _load(folder: Path, text: str) -> Job:
    file = folder / "job.toml"
    file.write_text(text, encoding="utf-8")
    return load_job(file)


def _mistake(folder: Path, text: str) -> str:
    with pytest.raises(UsageError) as caught:
        _load(folder, text)
    return str(caught.value)


def test_whole_job_is_read_and_its_paths_are_beside_it(tmp_path: Path) -> None:
    job = _load(tmp_path, WHOLE)
    assert job.paths() == [tmp_path / "reports/**/*.pdf", Path("/facts/all.csv")]
    assert job.pruned() == [Path("/facts/all.csv")]
    assert (job.extraction.extractor, job.extraction.concurrency) == ("llm", 8)
    assert job.extraction.entity_types == ("Person", "Place")
    assert job.links.questions == str(tmp_path / "questions.txt")
    assert job.links.schema_ is True
    assert (job.limits.max_cost, job.engine.workers, job.resolution.threshold) == (2.5, 2, 0.9)


def test_link_may_be_true_false_or_a_table_of_what_differs(tmp_path: Path) -> None:
    methods = _load(tmp_path, WHOLE).links.methods()
    assert set(methods) == {"keyword", "embedding"}
    assert methods["keyword"] == DEFAULT_LINKS["keyword"]
    assert methods["embedding"].max_degree == 6
    assert methods["embedding"].min_score == DEFAULT_LINKS["embedding"].min_score


def test_shortest_job_is_named_after_its_file(tmp_path: Path) -> None:
    job = _load(tmp_path, '[[sources]]\npath = "a.txt"\n')
    assert (job.name, job.extraction.extractor, job.engine.name) == ("job", "spacy", "local")


@pytest.mark.parametrize(
    ("wrong", "line", "words"),
    [
        ('extractor = "spcay"', 3, ["extraction.extractor", "'spcay'", "llm, none or spacy"]),
        ('extracter = "spacy"', 3, ["no key 'extraction.extracter'", "did you mean 'extractor'"]),
        ("concurrency = 0", 3, ["extraction.concurrency", "greater than or equal to 1"]),
        ('entity_types = ["Persn"]', 3, ["extraction.entity_types[1]", "'Persn'", "'Person'"]),
    ],
    ids=["value", "key", "range", "closed set"],
)
def test_mistake_is_told_with_line_and_key(
    tmp_path: Path, wrong: str, line: int, words: list[str]
) -> None:
    text = f'sources = [{{path = "a"}}]\n[extraction]\n{wrong}\n'
    message = _mistake(tmp_path, text)
    assert f"job.toml line {line}: " in message
    for word in words:
        assert word in message


def test_missing_path_is_told_at_its_table(tmp_path: Path) -> None:
    message = _mistake(tmp_path, '[[sources]]\npath = "a"\n\n[[sources]]\nprune = true\n')
    assert "line 4: 'sources[2].path' is missing" in message


def test_secret_in_a_job_is_refused_without_repeating_it(tmp_path: Path) -> None:
    text = 'sources = [{path = "a"}]\n[models]\nchat_api_key = "sk-very-secret"\n'
    message = _mistake(tmp_path, text)
    assert "line 3" in message
    assert "environment" in message
    assert "sk-very-secret" not in message


def test_several_mistakes_are_told_at_once_and_many_are_cut(tmp_path: Path) -> None:
    limits = "\n".join(f"bound_{number} = 1" for number in range(8))
    message = _mistake(tmp_path, f'sources = [{{path = "a"}}]\n[limits]\n{limits}\n')
    assert message.count("there is no key") == 5
    assert "And 3 more." in message


def test_text_that_is_not_toml_is_told_with_its_line(tmp_path: Path) -> None:
    assert "line 2" in _mistake(tmp_path, 'name = "a"\nsources = = 1\n')


def test_job_without_sources_and_job_without_file_are_refused(tmp_path: Path) -> None:
    assert "'sources' is missing" in _mistake(tmp_path, 'name = "a"\n')
    with pytest.raises(UsageError, match="cannot be read"):
        load_job(tmp_path / "none.toml")


def test_unknown_extractor_is_refused() -> None:
    with pytest.raises(UsageError, match="gpt"):
        Extraction.of("gpt")


TOML = '''\
name = "x"
text = """
[fake]
key = 1
"""
a.b = 1
[one]
key = {inner = 1}
[[many]]
key = 1
[[many]]
other = 1
[many.deep]
key = 2
["quoted.name"]
key = 3
'''


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (["name"], 1),
        (["a", "b"], 6),
        (["one"], 7),
        (["one", "key", "inner"], 8),
        (["many", 0, "key"], 10),
        (["many", 1, "missing"], 11),
        (["many", 1, "deep", "key"], 14),
        (["quoted.name", "key"], 16),
        (["nowhere"], 1),
    ],
    ids=lambda value: ".".join(map(str, value)) if isinstance(value, list) else None,
)
def test_line_of_a_key_is_found(place: list[int | str], line: int) -> None:
    assert find_line(TOML, place) == line


def test_bound_on_cost_needs_prices(tmp_path: Path) -> None:
    message = _mistake(tmp_path, 'sources = [{path = "a"}]\n[limits]\nmax_cost = 1.0\n')
    assert "line 3" in message
    assert "[cost]" in message


def test_wikidata_items_are_identifiers(tmp_path: Path) -> None:
    source = '[[sources]]\npath = "a.md"\n'
    job = _load(tmp_path, source + '[wikidata]\nitems = ["Q42"]\nlinked = true\n')
    assert job.wikidata is not None
    assert (job.wikidata.items, job.wikidata.linked, job.wikidata.link) == (("Q42",), True, False)
    assert _load(tmp_path, source).wikidata is None
    with pytest.raises(UsageError, match=r"line 4: 'wikidata.items\[1\]' is 'Douglas Adams'"):
        _load(tmp_path, source + '[wikidata]\nitems = ["Douglas Adams"]\n')

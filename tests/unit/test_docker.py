"""The container files name what there is: image, settings, folders, commands; ports are closed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from kgplatform.cli import COMMANDS
from kgplatform.settings import Settings

pytestmark = pytest.mark.unit

REPOSITORY = Path(__file__).parents[2]
DOCKER = REPOSITORY / "docker"
README = (DOCKER / "README.md").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((DOCKER / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]


def test_neo4j_is_the_version_that_is_tested() -> None:
    assert SERVICES["neo4j"]["image"] == f"neo4j:{Settings().neo4j_version}"


def test_ports_are_bound_to_this_machine() -> None:
    ports = [port for service in SERVICES.values() for port in service.get("ports", ())]
    assert len(ports) == 3
    assert all(port.startswith("127.0.0.1:") for port in ports)


@pytest.mark.parametrize("name", ["serve", "kgplatform"])
def test_environment_names_settings_and_volumes_are_declared(name: str) -> None:
    service = SERVICES[name]
    known = {f"KGPLATFORM_{field.upper()}" for field in Settings.model_fields}
    assert set(service["environment"]) <= known
    named = [volume.partition(":")[0] for volume in service["volumes"] if volume[0] not in ".$"]
    assert named
    assert set(named) <= set(COMPOSE["volumes"])
    assert set(service["depends_on"]) <= set(SERVICES)


def test_image_has_what_the_wheel_is_made_of() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {*wheel["packages"], *wheel["force-include"], project["project"]["readme"]}
    dockerfile = (DOCKER / "Dockerfile").read_text(encoding="utf-8")
    copied = {
        name for line in re.findall(r"^COPY (.+) \S+$", dockerfile, re.M) for name in line.split()
    }
    sent = (DOCKER / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    assert needed <= copied
    assert copied <= {line.removeprefix("!") for line in sent if line.startswith("!")}


def test_commands_of_the_page_are_commands_of_the_program() -> None:
    called = re.findall(r"run --rm kgplatform (\w+)", README)
    assert called
    assert set(called) <= set(COMMANDS)
    assert SERVICES["serve"]["command"][0] in COMMANDS

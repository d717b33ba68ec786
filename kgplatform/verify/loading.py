"""Loads an export with its manifest, and sees whether the two belong together."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgplatform.errors import UsageError
from kgplatform.export.files import hash_files
from kgplatform.export.manifest import canonical, hash_manifest
from kgplatform.export.signing import is_signed_by
from kgplatform.export.write import MANIFEST_SUFFIX
from kgplatform.verify.form import check_form
from kgplatform.verify.report import CHANGED, HOLDS, MISSING, Check

__all__ = ["Loaded", "check_content", "check_signature", "load_export"]

CONTENT, SIGNATURE = "content", "signature"
NOT_AS_WRITTEN = "it is not as it was exported"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A manifest, and the nodes and relationships next to it where the export is JSON."""

    path: Path
    manifest: Mapping[str, Any]
    nodes: list[dict[str, Any]] | None = None
    relationships: list[dict[str, Any]] | None = None


def load_export(path: Path) -> Loaded:
    """Return an export: JSON with a manifest in it, any other with its manifest next to it.

    The manifest alone can be given, too.

    Raises:
        UsageError: there is no manifest, or it is malformed.
    """
    beside = [path.with_name(path.name + MANIFEST_SUFFIX)] if path.name else []  # "." has none
    for file in (*beside, path):
        found = _read_json(file)
        if "manifest_version" in found:
            check_form({"manifest": found}, file)
            return Loaded(path.with_name(path.name.removesuffix(MANIFEST_SUFFIX)), found)
        if {"manifest", "nodes", "relationships"} <= found.keys():
            check_form(found, file)
            return Loaded(path, found["manifest"], found["nodes"], found["relationships"])
    raise UsageError(
        f"{path} has no manifest: give a JSON export, or any other one with "
        f"{path.name}{MANIFEST_SUFFIX} next to it."
    )


def _read_json(file: Path) -> dict[str, Any]:
    if not file.is_file():
        return {}
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def check_content(loaded: Loaded) -> Iterator[Check]:
    """Yield whether what was exported is what the manifest was made of."""
    if loaded.nodes is not None and loaded.relationships is not None:
        digest = hashlib.sha256()
        for item in (*loaded.nodes, *loaded.relationships):
            digest.update(canonical(item))
        is_same = digest.hexdigest() == loaded.manifest["content_sha256"]
        state, detail = (HOLDS, "") if is_same else (CHANGED, NOT_AS_WRITTEN)
        yield Check(CONTENT, "nodes and relationships", state, detail)
        return
    found = hash_files(loaded.path) if loaded.path.exists() else {}
    for name, sha256 in loaded.manifest["files"].items():
        if found.get(name) == sha256:
            yield Check(CONTENT, name, HOLDS)
        elif name in found:
            yield Check(CONTENT, name, CHANGED, NOT_AS_WRITTEN)
        else:
            yield Check(CONTENT, name, MISSING, "it is not there")


def check_signature(loaded: Loaded, key: Path | None) -> Iterator[Check]:
    """Yield whether the manifest is as its signer made it; nothing where none is asked for.

    Raises:
        UsageError: the key cannot be used.
    """
    signature = loaded.manifest.get("signature")
    if not isinstance(signature, dict):
        if key is not None:
            yield Check(SIGNATURE, "the manifest", CHANGED, "it is not signed")
        return
    digest = hash_manifest(loaded.manifest, loaded.manifest["spans"])
    if not is_signed_by(signature, digest, key):
        yield Check(SIGNATURE, "the manifest", CHANGED, "it is not as this key signed it")
        return
    whose = "by the key given" if key else "by a key that it names itself: give --key to trust it"
    yield Check(SIGNATURE, "the manifest", HOLDS, whose)

"""Looks into an Office or EPUB file before it is opened: it is a zip archive from a stranger.

What is refused here would otherwise fill the memory (zip bombs, entities that multiply), or
surface as a riddle from deep inside a library (encrypted and damaged files).
"""

from __future__ import annotations

import re
import zipfile
import zlib
from pathlib import Path

from kgplatform.errors import EmptySource, SourceError

__all__ = ["MAX_UNPACKED_MB", "MAX_UNPACKED_TEXT_MB", "check_archive"]

MAX_UNPACKED_MB = 500  # everything in the archive, pictures too
MAX_UNPACKED_TEXT_MB = 100  # its XML and HTML, which takes ten to thirty times as much memory

MB = 1_000_000
OLE_HEADER = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
TEXT_SUFFIXES = (".xml", ".rels", ".xhtml", ".html", ".htm", ".opf", ".ncx")
ENCRYPTED = 0x1  # bit of a zip entry's flags
ENTITY_PLACE_BYTES = 4096  # a document type stands before the first element
ENTITY = re.compile(rb"<!ENTITY", re.I)
ENCRYPTION = "META-INF/encryption.xml"  # also stands in books with nothing but scrambled fonts
PROTECTED_CHAPTER = re.compile(rb"URI=[\"'][^\"']+\.x?html?[\"']", re.I)
NEEDED_PARTS = {
    ".docx": "word/document.xml",
    ".pptx": "ppt/presentation.xml",
    ".xlsx": "xl/workbook.xml",
    ".epub": "META-INF/container.xml",
}


def check_archive(file: Path) -> SourceError | None:
    """Return why an Office or EPUB file cannot be opened, or None.

    Sizes are those that the archive declares; zipfile reads no more than that of an entry.
    """
    with file.open("rb") as stream:
        header = stream.read(len(OLE_HEADER))
    if not header:
        return EmptySource(str(file))
    if header == OLE_HEADER:
        return SourceError(
            f"'{file}' is encrypted, or of the Office format of before 2007: save it without a "
            f"password as {file.suffix.lower()}."
        )
    try:
        with zipfile.ZipFile(file) as archive:
            return _check_size(file, archive) or _check_content(file, archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError) as exc:
        return SourceError(
            f"'{file}' is damaged ({exc}): open it in its own program and save it again."
        )


def _check_size(file: Path, archive: zipfile.ZipFile) -> SourceError | None:
    entries = archive.infolist()
    total = sum(entry.file_size for entry in entries)
    text = sum(entry.file_size for entry in entries if _is_text(entry.filename))
    if total <= MAX_UNPACKED_MB * MB and text <= MAX_UNPACKED_TEXT_MB * MB:
        return None
    return SourceError(
        f"'{file}' would unpack to {total / MB:.0f} MB, {text / MB:.0f} MB of them text (allowed "
        f"are {MAX_UNPACKED_MB} and {MAX_UNPACKED_TEXT_MB} MB): split it into smaller files."
    )


def _check_content(file: Path, archive: zipfile.ZipFile) -> SourceError | None:
    names = set(archive.namelist())
    suffix = file.suffix.lower()
    if any(entry.flag_bits & ENCRYPTED for entry in archive.infolist()):
        return SourceError(f"'{file}' is encrypted: save it without a password.")
    if NEEDED_PARTS.get(suffix, "") not in names | {""}:
        return SourceError(
            f"'{file}' is not a {suffix} file (it lacks {NEEDED_PARTS[suffix]}): give it the "
            "suffix of its format, or save it again."
        )
    if ENCRYPTION in names and PROTECTED_CHAPTER.search(archive.read(ENCRYPTION)):
        return SourceError(f"'{file}' is protected against reading (DRM): use a free copy.")
    for name in sorted(names):
        if _is_text(name) and _declares_entities(archive, name):
            return SourceError(
                f"'{file}' declares XML entities in {name}, which no program does by itself: "
                "use a copy from a source that you trust."
            )
    return None


def _declares_entities(archive: zipfile.ZipFile, name: str) -> bool:
    with archive.open(name) as part:
        return ENTITY.search(part.read(ENTITY_PLACE_BYTES)) is not None


def _is_text(name: str) -> bool:
    return name.lower().endswith(TEXT_SUFFIXES)

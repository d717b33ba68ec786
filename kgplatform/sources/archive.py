"""Looks into an Office or EPUB file before it is opened: it is a zip archive from a stranger.

What is refused here would otherwise fill the memory (zip bombs, entities that multiply), or
surface as a riddle from deep inside a library (encrypted and damaged files).
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, cast

from kgplatform.errors import EmptySource, SourceError
from kgplatform.sources.limits import PassedLimit
from kgplatform.sources.markup import check_xml, declares_entities, encoding_of

__all__ = [
    "ENCRYPTED",
    "MAX_PARTS",
    "MAX_UNPACKED_MB",
    "MAX_UNPACKED_TEXT_MB",
    "OLE_HEADER",
    "check_archive",
    "open_archive",
]

MAX_UNPACKED_MB = 500  # everything in the archive, pictures too
MAX_UNPACKED_TEXT_MB = 100  # its XML and HTML, which takes ten to thirty times as much memory

MB = 1_000_000
OLE_HEADER = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
MAX_PARTS = 20_000
ENCRYPTED = 0x1  # bit of a zip entry's flags
PICTURES = re.compile(  # and sounds, films, fonts: by how they begin, whatever their names
    rb"\x89PNG|\xff\xd8\xff|GIF8|BM|II\*\0|MM\0\*|\x01\0\0\0|\xd7\xcd\xc6\x9a|RIFF|\0\0\x01\0"
    rb"|.{4}ftyp|ID3|\xff[\xf2-\xfb]|\0\x01\0\0|OTTO|wOF[F2]|OggS",
    re.S,
)
PICTURE_HEAD_BYTES = 12
XML_ENCODING = re.compile(r"""(<\?xml[^>]{0,200}?encoding\s*=\s*["'])[^"']*(["'])""")
ENCRYPTION = "META-INF/encryption.xml"  # also stands in books with nothing but scrambled fonts
PROTECTED_CHAPTER = re.compile(rb"URI=[\"'][^\"']+\.x?html?[\"']", re.I)
NEEDED_PARTS = {
    ".docx": "word/document.xml",
    ".pptx": "ppt/presentation.xml",
    ".xlsm": "xl/workbook.xml",
    ".xlsx": "xl/workbook.xml",
    ".epub": "META-INF/container.xml",
    ".ods": "content.xml",
    ".odt": "content.xml",
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
            texts = _text_parts(archive)
            return _check_size(file, archive, texts) or _check_content(file, archive, texts)
    except PassedLimit as exc:
        return SourceError(f"'{file}' {exc}, the limit: split it into smaller files.")
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError) as exc:
        return SourceError(
            f"'{file}' is damaged ({exc}): open it in its own program and save it again."
        )


def _text_parts(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """Return every part but pictures: what a part is called says nothing of how it is read."""
    if len(archive.infolist()) > MAX_PARTS:
        raise PassedLimit(f"has more than {MAX_PARTS:,} parts")
    return [entry for entry in archive.infolist() if not _is_picture(archive, entry)]


def _is_picture(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bool:
    if entry.flag_bits & ENCRYPTED:
        return False
    with archive.open(entry) as part:
        return PICTURES.match(part.read(PICTURE_HEAD_BYTES)) is not None


def _check_size(
    file: Path, archive: zipfile.ZipFile, texts: Sequence[zipfile.ZipInfo]
) -> SourceError | None:
    total = sum(entry.file_size for entry in archive.infolist())
    text = sum(entry.file_size for entry in texts)
    if total <= MAX_UNPACKED_MB * MB and text <= MAX_UNPACKED_TEXT_MB * MB:
        return None
    return SourceError(
        f"'{file}' would unpack to {total / MB:.0f} MB, {text / MB:.0f} MB of them text (allowed "
        f"are {MAX_UNPACKED_MB} and {MAX_UNPACKED_TEXT_MB} MB): split it into smaller files."
    )


def _check_content(
    file: Path, archive: zipfile.ZipFile, texts: Sequence[zipfile.ZipInfo]
) -> SourceError | None:
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
    for entry in texts:
        name = entry.filename
        with archive.open(entry) as part:
            has_entities = declares_entities(cast("BinaryIO", part))
        if has_entities:
            return SourceError(
                f"'{file}' declares XML entities in {name}, which no program does by itself: "
                "use a copy from a source that you trust."
            )
        with archive.open(entry) as part:
            check_xml(cast("BinaryIO", part))
    return None


def open_archive(file: Path) -> BinaryIO:
    """Open a file; parts in other encodings are made UTF-8 for its reader.

    Raises:
        SourceError: what check_archive returns.
    """
    failure = check_archive(file)
    if failure is not None:
        raise failure
    with zipfile.ZipFile(file) as archive:
        if not any(_is_wide(archive.open(entry).read(4)) for entry in archive.infolist()):
            return file.open("rb")
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as copy:
            for entry in archive.infolist():
                data = archive.read(entry)
                copy.writestr(entry.filename, _as_utf8(data) if _is_wide(data[:4]) else data)
    packed.seek(0)
    return packed


def _is_wide(head: bytes) -> bool:
    return encoding_of(head).startswith(("utf-16", "utf-32"))


def _as_utf8(data: bytes) -> bytes:
    text = data.decode(encoding_of(data[:4]), errors="replace")
    return XML_ENCODING.sub(r"\1UTF-8\2", text, count=1).encode("utf-8")

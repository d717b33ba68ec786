"""Takes single files out of a fetched archive, once, so that libraries can open them by path.

The archive was verified when it was fetched; what was taken out of it is compared with the
archive's own checksums each time, so a file damaged later is simply taken out again.
"""

from __future__ import annotations

import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path

from kgplatform.errors import ArtifactError

__all__ = ["unpack"]

CHUNK_BYTES = 1 << 20


def unpack(archive: Path, members: Sequence[str], *, into: Path) -> list[Path]:
    """Return paths of `members` of `archive`, taken out into the folder `into` where needed.

    Safe when several processes do it at once: a file appears whole or not at all.

    Raises:
        ArtifactError: the archive lacks a member or cannot be read, or `into` not be written.
    """
    try:
        into.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(archive) as opened:
            return [_unpack_member(opened, member, into) for member in members]
    except (zipfile.BadZipFile, KeyError) as exc:
        raise ArtifactError(f"{archive.name} lacks what it should hold: delete {archive}.") from exc
    except OSError as exc:
        raise ArtifactError(f"{archive.name} cannot be unpacked into {into}: {exc}.") from exc


def _unpack_member(archive: zipfile.ZipFile, member: str, into: Path) -> Path:
    info = archive.getinfo(member)
    target = into / Path(member).name
    if _is_intact(target, info):
        return target
    with tempfile.TemporaryDirectory(dir=into, prefix=".unpacking-") as folder:
        staged = Path(folder) / target.name
        with staged.open("wb") as out, archive.open(info) as source:
            shutil.copyfileobj(source, out, CHUNK_BYTES)
        staged.replace(target)
    return target


def _is_intact(path: Path, info: zipfile.ZipInfo) -> bool:
    if not path.is_file() or path.stat().st_size != info.file_size:
        return False
    checksum = 0
    with path.open("rb") as opened:
        while chunk := opened.read(CHUNK_BYTES):
            checksum = zlib.crc32(chunk, checksum)
    return checksum == info.CRC

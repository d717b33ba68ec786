"""Reads each file with the reader for its suffix.

A file, or a line of a file, that cannot be read becomes a SourceError that is handed on like a
document, so that the rest goes on and the report can count it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

from kgplatform.errors import KgPlatformError, SourceError
from kgplatform.records import Document
from kgplatform.sources.jsonl import read_jsonl
from kgplatform.sources.listing import STDIN, Listing, find_files, suffix_of
from kgplatform.sources.markdown import read_markdown
from kgplatform.sources.office import read_docx, read_epub, read_html, read_pptx
from kgplatform.sources.sheets import read_csv, read_xlsx
from kgplatform.sources.text import read_stdin, read_text

__all__ = ["MAX_FILE_MB", "READERS", "SourceItem", "list_files", "list_sources", "read_sources"]

SourceItem = Document | SourceError

MAX_FILE_MB = 50
"""A text, Markdown, CSV or HTML file is one document and stands in memory whole, several times;
JSON Lines are streamed, and archives are checked for what they unpack to."""

MB = 1_000_000


def _read_pdf(file: Path) -> Iterator[SourceItem]:
    from kgplatform.sources.pdf.reader import read_pdf

    return read_pdf(file)


def _read_facts(file: Path) -> Iterator[SourceItem]:
    from kgplatform.sources.facts.reader import read_facts

    return read_facts(file)


def _read_csv(file: Path) -> Iterator[SourceItem]:
    return _read_facts(file) if _holds_facts(file) else read_csv(file)


def _read_jsonl(file: Path) -> Iterator[SourceItem]:
    return _read_facts(file) if _holds_facts(file) else read_jsonl(file)


READERS: dict[str, Callable[[Path], Iterator[SourceItem]]] = {
    ".csv": _read_csv,
    ".docx": read_docx,
    ".epub": read_epub,
    ".htm": read_html,
    ".html": read_html,
    ".json": _read_facts,
    ".jsonl": _read_jsonl,
    ".jsonl.gz": _read_jsonl,
    ".jsonld": _read_facts,
    ".markdown": read_markdown,
    ".md": read_markdown,
    ".ndjson": _read_jsonl,
    ".ndjson.gz": _read_jsonl,
    ".nt": _read_facts,
    ".nt.gz": _read_facts,
    ".owl": _read_facts,
    ".pdf": _read_pdf,
    ".pptx": read_pptx,
    ".rdf": _read_facts,
    ".ttl": _read_facts,
    ".ttl.gz": _read_facts,
    ".tsv": _read_csv,
    ".txt": read_text,
    ".xlsx": read_xlsx,
}
TABLES = {".csv", ".tsv"}  # of facts, which are streamed, or of anything
READ_WHOLE = {*TABLES, ".htm", ".html", ".markdown", ".md", ".txt"}
FACTS_OR_ANYTHING = {".json"}  # most JSON files are no documents: settings, packages, data


def list_sources(paths: Iterable[Path], *, may_be_empty: Collection[Path] = ()) -> Listing:
    """Return the readable files among `paths` (files, folders, globs, "-") and what is left out.

    Args:
        may_be_empty: folders that are no mistake without any readable file.

    Raises:
        UsageError: a path does not exist, is a file of an unknown kind, or a folder or glob
            without any readable file that may not be one.
    """
    return find_files(paths, kinds=READERS, is_known=_is_known, may_be_empty=may_be_empty)


def list_files(paths: Iterable[Path]) -> list[Path]:
    """Return the readable files among `paths`; list_sources also tells what is left out.

    Raises:
        UsageError: as list_sources.
    """
    return list(list_sources(paths).files)


def read_sources(
    files: Iterable[Path], *, max_file_mb: float | None = MAX_FILE_MB
) -> Iterator[SourceItem]:
    """Yield every document of `files` in order, and a SourceError for each that is unreadable.

    Args:
        files: as list_sources gives them; STDIN is read as text.
        max_file_mb: a text, Markdown, CSV or HTML file above it is not read (million bytes);
            None reads any.
    """
    for file in files:
        try:
            failure = _check_length(file, max_file_mb)
            if failure is not None:
                yield failure
            elif file == STDIN:
                max_bytes = None if max_file_mb is None else int(max_file_mb * MB)
                yield from read_stdin(max_bytes=max_bytes)
            else:
                yield from READERS[suffix_of(file)](file)
        except SourceError as exc:
            yield exc
        except KgPlatformError:
            raise  # something that is missing for all files: to be told once
        except OSError as exc:
            yield SourceError(f"'{file}' cannot be read: {exc.strerror or exc}.")
        except Exception as exc:  # noqa: BLE001  # a dozen libraries, which raise what they like
            yield SourceError(
                f"'{file}' cannot be read ({type(exc).__name__}: {_one_line(exc)}): it may be "
                "damaged; open it in its own program and save it again."
            )


def _check_length(file: Path, max_file_mb: float | None) -> SourceError | None:
    if max_file_mb is None or suffix_of(file) not in READ_WHOLE:
        return None
    size = file.stat().st_size / MB
    if size <= max_file_mb or (suffix_of(file) in TABLES and _holds_facts(file)):
        return None
    return SourceError(
        f"'{file}' has {size:.0f} MB, the limit is {max_file_mb:g} MB: split it, give it as JSON "
        "Lines, or raise the limit."
    )


def _is_known(file: Path) -> bool:
    suffix = suffix_of(file)
    return suffix in READERS and (suffix not in FACTS_OR_ANYTHING or _holds_facts(file))


def _holds_facts(file: Path) -> bool:
    """Tell whether a file has the form of facts; what cannot be opened fails when it is read."""
    from kgplatform.sources.facts.reader import is_fact_file

    try:
        return is_fact_file(file)
    except (OSError, ValueError, EOFError, RecursionError):
        return False


def _one_line(exc: Exception) -> str:
    return " ".join(str(exc).split())[:200]

"""Finds the documents a question names: by title or file name, as written or nearly so.

Names are compared as words and numbers, so that "EU 4", "eu_004.pdf" and "eu-004" are one. Only
where no name stands in the question as it is written, spelling mistakes are allowed for; numbers
must agree even then, since files often differ in nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import unquote

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from kgplatform.question.document_parts.tokens import QUOTATION
from kgplatform.text.names import iterate_tokens

__all__ = ["DocumentName", "Mention", "find_documents"]

PIECE = re.compile(r"\d+|[^\W\d_]+")
EXTENSION = re.compile(r"\.[A-Za-z]\w{1,7}\b")
JOINED = re.compile(r"\w+(?:[-_.]\w+)+")
"""Words that only a file name joins: "eu-004.pdf"."""

ARTICLES = r"(?:the|this|our|my|your|its)"
DESCRIBED = re.compile(
    rf"\b{ARTICLES}\s+((?:(?!{ARTICLES}\s)[\w’'-]+\s+){{1,6}}?)"
    r"(?:document|file|report|paper|pdf|manual|spreadsheet|presentation|brochure)\b",
    re.IGNORECASE,
)
"""The words between the last "the" and "report"."""
QUOTES = tuple("“”‘’«»\"'")

MIN_TITLE_CHARS = 8  # of a title that is looked for with spelling mistakes
MIN_LIKENESS = 88.0  # of such a title to its words in the question (rapidfuzz, 0..100)
CHARS_PER_EDIT = 6  # one edit is allowed for so many letters, and at least one


@dataclass(frozen=True, slots=True)
class DocumentName:
    """A document's id with its title and URI."""

    id: str
    title: str
    uri: str


@dataclass(frozen=True, slots=True)
class Mention:
    """question[start:end] names the documents with these ids: several where they share a name.

    `is_word` says that it is one word of the question, which may mean something else.
    """

    start: int
    end: int
    ids: tuple[str, ...]
    likeness: float = 100.0
    is_word: bool = False


@dataclass(frozen=True, slots=True)
class _Piece:
    form: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Names:
    """All documents, the ids of those that go by each name, and where the question places one."""

    documents: Sequence[DocumentName]
    ids: Mapping[tuple[str, ...], Sequence[str]]
    places: Collection[int] = ()


def find_documents(
    question: str,
    documents: Sequence[DocumentName],
    *,
    places: Collection[int] = (),
    words: bool = True,
) -> list[Mention]:
    """Return where the question names documents, in order, without overlaps.

    Args:
        question: in plain English.
        documents: all that may be named.
        places: offsets where a name is expected: any word there may be one.
        words: whether one word elsewhere may be a name, if it is written like one.
    """
    names = _Names(documents, _collect_names(documents), places)
    for find in (_find_exact, _find_misspelt_files, _find_misspelt_title, _find_described):
        found = [m for m in find(question, names) if words or not m.is_word]
        mentions = [m for m in found if not _is_quoted_word(question, m)]
        if mentions:
            return mentions
    return []


def _is_quoted_word(question: str, mention: Mention) -> bool:
    """Return whether a mention is a lesser part of a quotation, as "EU-15" in that of a caption."""
    for quotation in QUOTATION.finditer(question):
        start, end = quotation.span()
        if start < mention.start and mention.end < end:
            return 2 * (mention.end - mention.start) < end - start
    return False


def _collect_names(documents: Iterable[DocumentName]) -> dict[tuple[str, ...], list[str]]:
    """Return the ids of the documents that go by each name."""
    names: dict[tuple[str, ...], list[str]] = {}
    for document in documents:
        for name in {_key(document.title), _key(_file_stem(document.uri))}:
            if name:
                names.setdefault(name, []).append(document.id)
    return names


def _file_stem(uri: str) -> str:
    """Return the file's name in a URI without its extension; a line's or row's id after #."""
    path, _, fragment = uri.partition("#")
    return unquote(fragment) or EXTENSION.sub("", unquote(path.rpartition("/")[2]))


def _key(name: str) -> tuple[str, ...]:
    """Return a name's words and numbers, folded."""
    # Most names are plain, and there are tens of thousands of them.
    plain = name.casefold() if name.isascii() else " ".join(t.form for t in iterate_tokens(name))
    return tuple(_plain_number(form) for form in PIECE.findall(plain))


def _plain_number(form: str) -> str:
    return form.lstrip("0") or "0" if form[0].isdigit() else form


def _pieces(text: str) -> Iterator[_Piece]:
    """Yield the pieces of a key with their places; "EU004" is "eu" and "4"."""
    for token in iterate_tokens(text):
        for match in PIECE.finditer(text[token.start : token.end]):
            (form,) = _key(match.group())
            yield _Piece(form, token.start + match.start(), token.start + match.end())


def _find_exact(question: str, names: _Names) -> list[Mention]:
    """Return the longest names that stand in the question, from left to right."""
    pieces = list(_pieces(question))
    longest = max(map(len, names.ids), default=0)
    mentions: list[Mention] = []
    at = 0
    while at < len(pieces):
        for length in range(min(longest, len(pieces) - at), 0, -1):
            run = pieces[at : at + length]
            ids = names.ids.get(tuple(piece.form for piece in run))
            is_placed = run[0].start in names.places
            if ids and (is_placed or _is_distinctive(question, run)):
                mention = _mention(question, run[0].start, run[-1].end, ids)
                is_bare = (mention.start, mention.end) == (run[0].start, run[-1].end)
                is_word = length == 1 and is_bare and not is_placed
                mentions.append(replace(mention, is_word=is_word))
                at += length
                break
        else:
            at += 1
    return mentions


def _is_distinctive(question: str, run: Sequence[_Piece]) -> bool:
    """Return whether words can be meant as a name: several, or one that is written as a name."""
    if len(run) > 1:
        return any(not piece.form.isdigit() for piece in run)
    word = question[run[0].start : run[0].end]
    before = question[: run[0].start].rstrip()
    return word[:1].isupper() and bool(before) and not word.isdigit()


def _mention(
    question: str, start: int, end: int, ids: Iterable[str], likeness: float = 100.0
) -> Mention:
    extension = EXTENSION.match(question, end)
    end = extension.end() if extension else end
    if question[start - 1 : start] in QUOTES and question[end : end + 1] in QUOTES:
        start, end = start - 1, end + 1
    return Mention(start, end, tuple(ids), likeness)


def _find_misspelt_files(question: str, names: _Names) -> list[Mention]:
    """Return file names with a slip in their letters: "ue-004.pdf"."""
    mentions = []
    for match in JOINED.finditer(question):
        written = _key(EXTENSION.sub("", match.group()))
        ids = [i for name, ids in names.ids.items() if _is_nearly(written, name) for i in ids]
        if ids:
            mentions.append(_mention(question, match.start(), match.end(), ids))
    return mentions


def _is_nearly(written: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """Return whether two names have the same numbers and nearly the same letters."""
    numbers = [[piece for piece in key if piece.isdigit()] for key in (written, name)]
    letters = ["".join(piece for piece in key if not piece.isdigit()) for key in (written, name)]
    if numbers[0] != numbers[1] or not all(letters):
        return False
    allowed = max(1, len(letters[1]) // CHARS_PER_EDIT)
    return OSA.distance(*letters, score_cutoff=allowed) <= allowed


def _find_misspelt_title(question: str, names: _Names) -> list[Mention]:
    """Return the title of several words that the question comes nearest to, if it is near."""
    folded = question.casefold()
    if len(folded) != len(question):
        return []
    found: list[Mention] = []
    for document in names.documents:
        title = document.title.casefold()
        if not MIN_TITLE_CHARS <= len(title) <= len(folded) or len(title.split()) == 1:
            continue
        aligned = fuzz.partial_ratio_alignment(title, folded, score_cutoff=MIN_LIKENESS)
        if aligned is None:
            continue
        start, end = _whole_words(folded, aligned.dest_start, aligned.dest_end)
        if _same_numbers(title, folded[start:end]):
            found.append(Mention(start, end, (document.id,), aligned.score))
    return [max(found, key=lambda mention: (mention.likeness, mention.end))] if found else []


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span without white space at its ends, grown to the ends of the words it cuts."""
    while start < end and not text[start].isalnum():
        start += 1
    while end > start and not text[end - 1].isalnum():
        end -= 1
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return start, end


def _find_described(question: str, names: _Names) -> list[Mention]:
    """Return documents that some words of their name identify: "the E-PRTR report"."""
    mentions = []
    for match in DESCRIBED.finditer(question):
        words = _key(match[1])
        ids = {
            i for name, ids in names.ids.items() if words and set(words) <= set(name) for i in ids
        }
        if len(ids) == 1:
            start, end = _whole_words(question, *match.span(1))
            mentions.append(_mention(question, start, end, ids))
    return mentions


def _same_numbers(title: str, written: str) -> bool:
    return [p for p in _key(title) if p.isdigit()] == [p for p in _key(written) if p.isdigit()]

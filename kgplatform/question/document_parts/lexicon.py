"""The words that questions about the parts of documents are made of, each with a symbol.

A symbol is one letter, so that the grammar can be written as patterns over them; the small letter
is the singular of a part, the capital its plural.
"""

from __future__ import annotations

__all__ = [
    "ABBREVIATIONS",
    "HEADING_WORDS",
    "KINDS",
    "LABELLED_ONLY",
    "LINKING_WORDS",
    "OTHER_THINGS",
    "SHEETS",
    "SYMBOLS",
    "TITLED_ONLY",
    "TITLE_WORDS",
    "WORD",
]

WORD = "w"
"""Any word that is not listed here."""

VOCABULARY = {
    # parts
    "p": "page slide sheet worksheet",
    "P": "pages slides sheets worksheets",
    "t": "table",
    "T": "tables",
    "s": "section subsection chapter annex annexe appendix §",
    "S": "sections subsections chapters annexes appendices §§",
    "i": "introduction conclusion conclusions abstract preface foreword references bibliography "
    "acknowledgements acknowledgments glossary methodology",
    "G": "document file pdf paper report manual spreadsheet workbook presentation deck brochure "
    "leaflet booklet publication",
    # what distinguishes one part from others
    "M": "no nos nr num number numbers numbered # № labelled labeled",
    "K": "one ones",
    "R": "to through thru until till up - – —",
    "A": "and or & plus vs versus",
    "b": "before",
    "B": "about regarding concerning covering describing showing listing giving comparing "
    "containing presenting displaying detailing reporting summarising summarizing titled entitled "
    "called named captioned headed with",
    "V": "shows show lists list gives give contains contain presents present compares compare "
    "describes describe reports summarises summarizes covers cover displays display details has "
    "have includes include deals deal holds hold states mentions mention discusses discuss "
    "explains explain addresses address treats treat",
    # what stands between
    "D": "the a an this its their our my your his her each any every all both some these those",
    "W": "which what that whose where",
    "L": "on in at from of within inside under into per for",
    "X": ", ; : ( ) . ? !",
}
SYMBOLS = {form: symbol for symbol, forms in VOCABULARY.items() for form in forms.split()}

KINDS = dict(zip("pPtTsSi", ("page", "page", "table", "table", *["section"] * 3), strict=True))
"""The symbols of what can be referred to."""

ABBREVIATIONS = {
    "p": "p", "pp": "P", "pg": "p", "pgs": "P", "tbl": "t", "tbls": "T", "tab": "t", "sec": "s",
    "sect": "s", "secs": "S", "ch": "s", "chap": "s", "app": "s",
}  # fmt: skip
LABELLED_ONLY = ABBREVIATIONS | {
    "part": "s", "parts": "S", "article": "s", "articles": "S", "clause": "s", "clauses": "S",
}  # fmt: skip
"""Parts only where a number follows."""

HEADING_WORDS = {
    form: word
    for word, forms in {
        "part": "parts", "chapter": "chapters ch chap", "article": "articles", "clause": "clauses",
    }.items()
    for form in (word, *forms.split())
}  # fmt: skip
"""Words for a section that headings print, and that films, songs and treaties have as well."""

TITLED_ONLY = dict.fromkeys("part heading passage".split(), "s")
"""Parts only where a title or one of TITLE_WORDS follows."""

TITLE_WORDS = frozenset(
    "about regarding concerning covering titled entitled called named captioned headed".split()
)
LINKING_WORDS = frozenset("that which where whose".split())
"""They say what a part is about only where a verb follows: "that shows", not "that starts"."""
SHEETS = frozenset("sheet worksheet slide".split())
"""Pages that have names."""

BEFORE = {
    "p": "web home facebook wikipedia yellow wiki landing",
    "t": "round pool dining coffee dinner kitchen league medal water operating periodic billiard "
    "snooker card bedside negotiating bargaining picnic high",
    "s": "string rhythm brass horn percussion",
}
AFTER = {
    "p": "boy boys turner six",
    "t": "tennis top tops salt lamp lamps manners mountain mountains football dance dancing wine",
    "s": "book books president presidents leader leaders editor",
}
OTHER_THINGS = frozenset(
    {(word, kind) for kind, words in BEFORE.items() for word in words.split()}
    | {(kind, word) for kind, words in AFTER.items() for word in words.split()}
)
"""(word before, kind) and (kind, word after) that make a kind's word mean something else."""

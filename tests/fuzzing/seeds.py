"""Small whole inputs of each kind, which fuzzing breaks."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from pptx import Presentation

from tests.unit.plan.plans import NAMIBIA, ask, finish
from tests.unit.sources.made_files import (
    make_docx,
    make_epub,
    make_opendocument,
    make_pptx,
    make_xlsx,
    make_zip,
    open_table,
    word_paragraph,
    word_table,
    word_title,
)
from tests.unit.sources.ole_files import make_msg, message
from tests.unit.sources.pdf_files import (
    Bar,
    Picture,
    Rule,
    Text,
    Widget,
    grid,
    lines,
    write_pdf,
)
from tests.unit.sources.xls_files import make_xls

__all__ = [
    "JOBS",
    "PLANS",
    "QUESTIONS",
    "REPLIES",
    "SETTINGS",
    "SPARQL",
    "TEXT_FILES",
    "archive_seeds",
    "msg_seeds",
    "pdf_seeds",
    "xls_seeds",
]

FACTS = Path(__file__).parents[1] / "data" / "facts"
ROWS = [["name", "year", "place"], ["Fram", "1892", "Larvik"], ["Maud", "1917", "Asker"]]

MARKDOWN = (
    "---\ntitle: Ships\n---\n# Fram\n\nThe *Fram* was built in [Larvik](https://x.org) in 1892.\n\n"
    "## Crew\n\n- Nansen\n- Sverdrup\n  1. cook\n\n> quoted\n\n| name | year |\n|---|---|\n"
    "| Fram | 1892 |\n| a\\|b | `x` |\n\n```python\nx = 1\n```\n\n<b>bold</b> &amp; ![p](p.png)\n",
    "Fram\n====\n\nSetext.\n\n***\n\n    code\n\n[a]: http://b\n\nTerm  \nbreak\\\nend.\n",
)
HTML = (
    "<!doctype html><html><head><meta charset='utf-8'><title>Fram</title><style>p{}</style></head>"
    "<body><h1>Fram</h1><p>Built in <a href='x'>Larvik</a>, 1892.<br>Sailed &amp; drifted.</p>"
    "<table><tr><th>name<th>year<tr><td rowspan=2 colspan='3'>Fram<td>1892</table>"
    "<ul><li>a<li>b<ul><li>c</ul></ul><pre>x  y</pre><dl><dt>t<dd>d</dl></body></html>",
    "<p>one<p>two<table><tr><td><table><tr><td>in</table></table><img alt='ship' src='data:x'>",
)
CSV = ("name,year,place\nFram,1892,Larvik\n\"a, b\",'x',\n", "a;b\n1,5;2\n3;4\n", "one\ntwo\n")
TSV = ("name\tyear\nFram\t1892\n", "subject\trelation\tobject\nFram\tbuilt by\tColin Archer\n")
JSONL = (
    '{"_id": "1", "title": "Fram", "text": "A ship of 1892."}\n{"_id": 2, "text": "Maud."}\n',
    '{"subject": "Fram", "relation": "built by", "object": "Colin Archer", "confidence": 0.9, '
    '"qualifiers": {"time": "1892"}, "subject_type": "Product"}\n["Fram", "length", "39 m"]\n',
)
JSON = (
    '[{"subject": "Fram", "relation": "length", "object": 39.0, "qualifiers": [["time", "1892"]]}]',
    '{"docs": [{"passage": "Fram sailed.", "extracted_triples": [["Fram", "was", "a ship"]]}]}',
)
NTRIPLES = (
    "<http://x.org/Fram> <http://x.org/builtBy> <http://x.org/Archer> .\n<http://x.org/Fram> "
    '<http://www.w3.org/2000/01/rdf-schema#label> "Fram"@en .\n_:a <http://x.org/y> "1"^^'
    "<http://www.w3.org/2001/XMLSchema#integer> .\n",
)
TURTLE = (
    '@prefix x: <http://x.org/> .\nx:Fram a x:Ship ; x:launched "1892-10-26"^^<http://www.w3.org/'
    '2001/XMLSchema#date> ; x:crew ( "a" [ x:b 1.5e3 ] ), """long\ntext"""@en-GB .\n',
)
RDF_XML = (
    '<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns:x="http://x.org/"><rdf:Description rdf:about="http://x.org/Fram"><x:year>1892</x:year>'
    '<x:by rdf:resource="http://x.org/Archer"/><x:crew rdf:parseType="Collection"><x:Man/></x:crew>'
    "</rdf:Description></rdf:RDF>",
)
JSON_LD = (
    '{"@context": {"name": "http://schema.org/name", "by": {"@id": "http://x.org/by", "@type": '
    '"@id"}}, "@id": "http://x.org/Fram", "@type": "http://x.org/Ship", "name": {"@value": "Fram", '
    '"@language": "en"}, "by": ["http://x.org/Archer"], "@graph": [{"@id": "_:b"}]}',
)


MAIL = (
    "From: Ada <a@x.no>\nTo: b@y.no\nSubject: =?utf-8?q?Gr=C3=B6=C3=9Fe?=\nMessage-ID: <2@x>\n"
    "In-Reply-To: <1@x>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"
    "Content-Type: multipart/alternative; boundary=c\n\n--c\nContent-Type: text/plain; "
    "charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nIn stock=2E\n\nOn Monday Bo "
    "wrote:\n> Is it?\n>> a\n\n--c\nContent-Type: text/html\n\n<p>In stock.</p>\n--c--\n--b\n"
    "Content-Type: text/csv\nContent-Disposition: attachment; filename*=utf-8''l%20.csv\n"
    "Content-Transfer-Encoding: base64\n\nYSxiCjEsMgo=\n--b\nContent-Type: message/rfc822\n\n"
    "From: c@z\n\nInner.\n--b--\n",
    "From: a@b\nSubject: x\nContent-Type: text/html; charset=latin-1\n\n<p>a<blockquote>b"
    "</blockquote>c<p>From: d<br>Sent: e<br>To: f<br><br>g\n",
)

NESTED = (
    '{"title": "Ships", "shop": {"city": "Oslo", "geo": [59.910, 1e3]}, "orders": [{"id": 1, '
    '"lines": [{"sku": "A", "n": 2}]}, {"id": 2, "lines": [], "paid": false}], "stores": '
    '{"Oslo": {"staff": 7}, "Bergen": {"staff": 2}}, "rows": [["a", "b"], [1, null]]}',
    '[{"title": "One", "text": "A line.\\nA line."}, {"title": "Two"}]',
)
XML = (
    '<?xml version="1.0"?><orders date="x"><order id="1"><buyer>Ada</buyer><total c="E">7</total>'
    '</order><order id="2"><buyer>Bo</buyer></order><note>Be <b>quick</b></note></orders>',
    "<article xmlns='http://x'><title>Ships</title><para>The <em>Fram</em> sailed.</para><section>"
    "<title>Crew</title><para>Two: <list><item><para>a <b>c</b></para></item></list> end.</para>"
    "<table><title>Table t</title><row><entry>a</entry><entry colspan='2'>b</entry></row></table>"
    "</section></article>",
    "<html><head><title>t</title></head><body><p>x<br/>y</p></body></html>",
)
RTF = (
    r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset238 Times;}}{\info{\title P\'fc}}"
    r"\pard\outlinelevel0 Ships\par\pard The {\b Fram}\u8364? {\footnote n}\par\trowd\cellx1 a"
    r'\cell b\cell\row\trowd 1\cell 2\cell\row\pard{\field{\*\fldinst{HYPERLINK "http://x"}}'
    r"{\fldrslt l}}{\pict\pngblip\bin3 abc}\par}",
)
RST = (
    """\
=====
Ships
=====

The *Fram* :ref:`a <b>` `l <http://x>`_ |x|.

.. |x| replace:: y
.. note:: a

   b
.. unknown:: c
   :d: e

   f

Crew
----

====  ====
a     b
====  ====
1     2
====  ====

+---+---+
| a | b |
+===+===+
| 1 | 2 |
+---+---+

- a
- b

1. c

.. [1] note

::

  code

.. include:: x
.. math:: a^2
""",
)
VTT = (
    "WEBVTT\n\nNOTE x\n\nSTYLE\n::cue{}\n\n1\n00:00:01.000 --> 00:00:02.000 align:start\n"
    "<v Ada>a <i>b</i>\n\n00:01:03.000 --> 01:00:04.000\nc &amp; d\n",
)
OPEN_TEXT = (
    '<text:h text:outline-level="2">Ships</text:h><text:p>The <text:span>Fram</text:span><text:s/>'
    "<text:note><text:note-body><text:p>n</text:p></text:note-body></text:note><office:annotation>"
    "<text:p>c</text:p></office:annotation></text:p><text:list><text:list-item><text:p>a</text:p>"
    "</text:list-item></text:list>"
)
OPEN_CELL = (
    '<table:table-cell table:number-columns-spanned="2" table:number-columns-repeated="3">'
    "<text:p>b</text:p></table:table-cell>"
)
SRT = (
    "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}a <b>b</b>\n\n2\n00:01:03,000 --> 00:01:04,000\n"
    "c\nd\n",
)


def _fact_files(*names: str) -> tuple[str, ...]:
    return tuple((FACTS / name).read_text(encoding="utf-8") for name in names)


TEXT_FILES: dict[str, tuple[str, ...]] = {
    ".txt": ("A title\n\nFram was built in Larvik. She sailed north.\n\nThe end.\n", "Grüße", "x"),
    ".md": MARKDOWN,
    ".html": HTML,
    ".eml": MAIL,
    ".mbox": tuple(f"From a@b Mon\n{mail}\nFrom c@d Tue\n{mail}" for mail in MAIL),
    ".csv": (*CSV, *_fact_files("expeditions.csv")),
    ".tsv": TSV,
    ".jsonl": JSONL,
    ".json": (*JSON, *NESTED, *_fact_files("hipporag.json")),
    ".xml": XML,
    ".rtf": RTF,
    ".rst": RST,
    ".vtt": VTT,
    ".srt": SRT,
    ".nt": (*NTRIPLES, *_fact_files("wikidata.nt")),
    ".ttl": (*TURTLE, *_fact_files("ships.ttl")),
    ".rdf": RDF_XML,
    ".jsonld": JSON_LD,
}
"""Texts of each suffix."""

JOBS = (
    'name = "reports"\n[[sources]]\npath = "a/**/*.pdf"\nprune = true\n[extraction]\n'
    'extractor = "llm"\nentity_types = ["Person", "Place"]\nconcurrency = 8\n[models]\n'
    'chat_base_url = "http://127.0.0.1:8080/v1"\n[links]\nkeyword = true\n'
    'embedding = {max_degree = 6, "min_score" = 0.5}\nschema = false\nquestions = "q.txt"\n',
    "[[sources]]\npath = 'x'\n[wikidata]\nitems = ['Q1']\nlink = true\n[limits]\nmax_cost = 2.5\n"
    "max_file_mb = 1_0.0\n[cost]\nprompt_per_million = 0.15\ncompletion_per_million = 6e-1\n"
    '[engine]\nname = "ray"\nworkers = 0x2\n# end\n"quoted key".\'a\' = """x\ny"""\n',
)
SETTINGS = (
    'embedder = "bge-small-en-v1.5"\nchat_timeout_s = 5.0\nchat_concurrency = 2\n',
    'home = "h"\nneo4j_user = "u"\nneo4j_password = "p"\nspacy_pipeline = "x"\n',
)
PLANS = (
    NAMIBIA,
    ask(1, "A?") + ask(2, "B {Ans_1}?") + "X = Intersection(Ans_1, Ans_2)\n" + finish("X"),
    'Sure!\n```python\n1. A = f"Who {B}?"\nB = search(A)\nC = Compare(Subquestions=[A], '
    "Answers=[B], How='x')\n```\n",
    'A = "x" + str(Ans_1)\nB = "{}".format(A)\nC: str = Get_Answer(query = Search(query = A))\n',
)
SPARQL = (
    "SELECT ?x ?xLabel WHERE { ?x wdt:P31/wdt:P279* wd:Q5 . OPTIONAL { ?x rdfs:label ?xLabel "
    'FILTER(LANG(?xLabel) = "en") } } ORDER BY DESC(?x) LIMIT 5 OFFSET 2',
    'PREFIX a: <http://a/> ASK { ?x a:b \'c\'@en-GB ; a:d """e""" . # no\n FILTER(?x > 1) }',
    "SELECT (COUNT(DISTINCT ?x) AS ?n) { { SELECT ?x { ?x ?p ?o } GROUP BY ?x HAVING(?x > 2) } "
    "UNION { VALUES ?x { wd:Q1 } } MINUS { ?x <http://y> [] } BIND(IF(true, 1, 2) AS ?z) }",
    "INSERT DATA { wd:Q1 wdt:P31 wd:Q5 }",
    "SELECT ?x { SERVICE <http://other/> { ?x ?y ?z } }",
)
REPLIES = (
    '{"answer": "Oslo", "evidence": [1, 2], "reason": "It is told [1].", "missing": ["Fram"]}',
    'Here:\n```json\n{"entities": [{"name": "Fram", "type": "Product"}], "facts": [{"subject": '
    '"Fram", "relation": "built by", "object": "Colin Archer", "qualifiers": [{"relation": "time", '
    '"value": "1892"}]}]}\n```',
    "<think>a {x}</think>The final answer is: Oslo [2]\n(Fram; built by; Colin Archer)",
    '{"facts": [["Fram", "built by", "Archer"], "Fram | in | Larvik"], "order": [2, 1], "question"',
    "<Fram; was built by; Colin Archer> <a; b; c>",
)
QUESTIONS = (
    '[{"_id": "5a7", "question": "Where?", "answer": "Oslo", "type": "bridge", "level": "hard", '
    '"supporting_facts": [["Fram", 0]], "context": [["Fram", ["A ship.", "Of 1892."]]]}]',
    '{"id": "2hop__1", "question": "Who?", "answer": "Archer", "answer_aliases": ["C. Archer"], '
    '"answerable": true, "paragraphs": [{"idx": 0, "title": "Fram", "paragraph_text": "A ship.", '
    '"is_supporting": true}], "question_decomposition": [{"id": 1, "question": "q", "answer": "a", '
    '"paragraph_support_idx": 0}]}\n',
)


@cache
def archive_seeds(suffix: str) -> list[bytes]:
    """Return the bytes of two small archives of a kind."""
    with TemporaryDirectory() as folder:
        first, second = Path(folder, f"1{suffix}"), Path(folder, f"2{suffix}")
        if suffix == ".docx":
            make_docx(first, word_title("Fram"), word_paragraph("Crew", heading=1),
                      word_paragraph("Built in Larvik."), word_table(ROWS))  # fmt: skip
            make_docx(second, word_paragraph("Only text."))
        elif suffix == ".pptx":
            make_pptx(first, [("Fram", "A ship", "a note"), ("", "no title", "")], table=ROWS)
            make_pptx(second, [("One", "two", "")])
            _drop_layouts(first, second)
        elif suffix == ".xlsx":
            make_xlsx(first, {"Ships": [["above"], *ROWS, ["x", 1.5, True]], "Empty": []})
            make_xlsx(second, {"S": [["a", "b"], [1, None]]})
        elif suffix in (".odt", ".ods"):
            make_opendocument(first, OPEN_TEXT + open_table(ROWS, header=1), title="Ships")
            make_opendocument(second, open_table([["a", OPEN_CELL], ["1"]]))
        elif suffix == ".zip":
            make_zip(first, {"a/ship.md": MARKDOWN[0], "b.eml": MAIL[0], "c.json": NESTED[0]})
            make_zip(second, {"in.zip": first.read_bytes(), "x.gif": "x", "d.csv": CSV[0]})
        else:
            make_epub(first, [("One", "<h1>Fram</h1><p>A ship.</p>"), ("Two", "<p>text</p>")])
            make_epub(second, [("", "<p>only</p>")], title="Other")
        return [first.read_bytes(), second.read_bytes()]


def _drop_layouts(*files: Path) -> None:
    """Take out of presentations the layouts that no slide uses: most changes would meet these."""
    for file in files:
        shown = Presentation(str(file))
        used = {slide.slide_layout.name for slide in shown.slides}
        for layout in [known for known in shown.slide_layouts if known.name not in used]:
            shown.slide_layouts.remove(layout)
        shown.save(str(file))


@cache
def xls_seeds() -> list[bytes]:
    """Return the bytes of a small Excel file of the format before 2007."""
    rows = [["Ships"], ["name", "m", "since"], ["Fram", (39.0, "0.00"), (46085.0, "d/m/yy")]]
    with TemporaryDirectory() as folder:
        file = make_xls(Path(folder, "1.xls"), {"S": rows, "T": [[True]]}, merged=[(0, 0, 0, 2)])
        return [file.read_bytes()]


@cache
def msg_seeds() -> list[bytes]:
    """Return the bytes of messages as Outlook saves them."""
    inner = message(subject="Inner", body="x", attachments=[("d.txt", b"Deep.")])
    with TemporaryDirectory() as folder:
        first = make_msg(
            Path(folder, "1.msg"), subject="Fram", body="A ship.", sender="Ada", to="Bo",
            id="<2@x>", attachments=[("a.csv", b"a,b\n"), ("I", inner)],
        )  # fmt: skip
        second = make_msg(Path(folder, "2.msg"), html=b"<p>A ship.</p>", headers="From: a@b\r\n")
        return [first.read_bytes(), second.read_bytes()]


@cache
def pdf_seeds() -> list[bytes]:
    """Return the bytes of small PDF files: columns, tables, an outline, a form, what is hidden."""
    text = ["Fram was built in Larvik", "by Colin Archer, and she", "sailed north in 1893."]
    page = [*lines(72, 100, text), *lines(320, 100, text), Text(72, 60, "Heading", 16, bold=True)]
    table = grid([72, 150, 230], [200, 220, 240, 260], ROWS)
    with TemporaryDirectory() as folder:
        first = write_pdf(
            Path(folder, "1.pdf"), page + table, [Rule(1, 2, 3, 4)], outline=[("Fram", 1)],
            title="Fram",
        )  # fmt: skip
        second = write_pdf(Path(folder, "2.pdf"), lines(72, 100, text), rotate=90)
        third = write_pdf(Path(folder, "3.pdf"), lines(72, 100, text), encrypted=True)
        form = "/Subtype /Widget /FT /Tx /T (ship) /V (Fram of Larvik) /F 4"
        note = "/Subtype /Highlight /T (Ane) /Contents (Is it?) /QuadPoints [72 740 99 740 72 730]"
        put_on = [
            Widget(150, 288, 300, 304, form), Widget(72, 90, 99, 104, note), Text(72, 300, "Ship:")
        ]  # fmt: skip
        shown = [
            Picture(72, 400, 200, 500), Text(80, 450, "seen in ice", mode=3),
            Text(72, 540, "hid", grey=1),
            Text(400, 500, "Crew of 13", angle=90), Text(100, 600, "DRAFT", 60, angle=45),
            Text(72, 700, "רשגה 1893"), Text(140, 97, "2", 6), Bar(60, 530, 90, 545),
        ]  # fmt: skip
        fourth = write_pdf(Path(folder, "4.pdf"), page + put_on + shown, table, table)
        return [file.read_bytes() for file in (first, second, third, fourth)]

"""Tables as evidence has them, cut in passages, of which questions over rows are asked."""

from __future__ import annotations

import csv
from dataclasses import replace
from io import StringIO

from kgplatform.records import Evidence, ScoredPassage
from kgplatform.sources.grid import table_markdown
from tests.unit.answer.evidence import passage_of

PARTS = """Part,Description,Supplier,Country,Unit price (EUR),Stock,Lead time (days)
BR-104,Ball bearing,Norvex,Norway,12.40,340,14
BR-220,Roller bearing,Norvex,Norway,38.00,85,21
SH-010,Drive shaft,Kessler GmbH,Germany,146.50,12,35
SH-011,Propeller shaft,Kessler GmbH,Germany,212.00,4,42
GS-300,Gasket set,Tallinn Seals,Estonia,8.75,0,10
PU-77,Bilge pump,Aqualine,Sweden,89.90,27,7
PU-90,Fuel pump,Aqualine,Sweden,134.00,9,7
VL-15,Relief valve,Kessler GmbH,Germany,54.20,31,28
CB-5,Control box,Elkraft,Denmark,399.00,n/a,60
"""
EMPLOYEES = """Name,Role,Department,Office,Start date,Salary
Ingrid Dahl,Chief Engineer,Engineering,Bergen,2009-03-01,98000
Tomas Berg,Design Engineer,Engineering,Bergen,2016-08-15,71000
Sofia Lindqvist,Accountant,Finance,Oslo,2012-01-09,64500
Karim Haddad,Buyer,Purchasing,Oslo,2019-05-20,58000
Ewa Nowak,Test Engineer,Engineering,Gdansk,2021-02-01,52500
Peter Olsen,Warehouse Lead,Logistics,Bergen,2005-11-14,55000
Jonas Eide,Apprentice,Logistics,Bergen,2023-08-21,31000
Lena Fischer,Controller,Finance,Oslo,2022-10-10,69000
"""
INVOICES = """Invoice,Customer,Date,Amount (EUR),Status
2024-001,Halden Marine,12.01.2024,"4,250.00",paid
2024-002,Fjord Ferries,30.01.2024,"12,800.00",paid
2024-003,Baltic Tugs,08.02.2024,"3,115.50",overdue
2024-004,Halden Marine,19.02.2024,"7,900.00",open
2024-005,Polar Tours,04.03.2024,"1,240.00",paid
2024-007,Baltic Tugs,28.03.2024,"2,060.00",overdue
Total,,,"31,365.50",
"""
PUMPS = """Pump ID,Station,Type,Installed,Running hours,Accidents 2023,In service,Passed,Loss (%)
P-1,Hale,booster pump,31/05/2009,"48,210",0,yes,yes,9.8%
P-2,Hale,submersible,04/04/2018,"19,870",2,no,yes,14.2%
P-3,Ashby Road,booster pump,17/11/2015,"21,400",1,yes,no,11.5%
P-4,Ashby Road,centrifugal,09/02/2023,"3,150",0,yes,n/a,2.0%
"""
STORES = """Order no.,Order date,Firm,Item,Category,Net amount (EUR),Arrived
11,01.07.2024,Ferrum Pipes GmbH,Pipe DN150,Pipes,"12,740.00",05.07.2024
12,19.08.2024,Ferrum Pipes GmbH,Bend DN150,Fittings,"1,260.00",01.10.2024
13,03.10.2024,Lund Ltd,Pipe DN80,Pipes,800.00,09.10.2024
"""


def table_of(title: str, text: str, *, rows: int = 5) -> tuple[ScoredPassage, ...]:
    """Return a table in passages of so many lines, as a long one is cut when it is ingested."""
    lines = table_markdown(list(csv.reader(StringIO(text)))).split("\n")
    pieces = ["\n".join(lines[n : n + rows]) for n in range(0, len(lines), rows)]
    passages = [replace(passage_of(title, piece), passage_id=piece[:40]) for piece in pieces]
    return (passages[0], *(replace(passage, header=lines[0]) for passage in passages[1:]))


TABLES = tuple(
    table_of(title, text)
    for title, text in (
        ("parts", PARTS),
        ("employees", EMPLOYEES),
        ("invoices", INVOICES),
        ("pumps", PUMPS),
        ("orders of stores", STORES),
    )
)
EVIDENCE = Evidence(tuple(table[0] for table in TABLES), tables=TABLES)

"""Questions over the rows of a table: how many, which ones, the sum, the mean, the most and least.

No published system inside the platform has this: KGP hands a table's Markdown to its reader
(section 4), and small models count badly. Here the rows are counted by the program, over the whole
table, and only where every word of the question is accounted for by the table.
"""

from kgplatform.answer.tables.reading import read_aggregate, view_tables
from kgplatform.answer.tables.uncounted import refuse_uncounted
from kgplatform.question.table_query import asks_of_rows, computes_over_rows

__all__ = [
    "asks_of_rows",
    "computes_over_rows",
    "read_aggregate",
    "refuse_uncounted",
    "view_tables",
]

"""How many questions that stand alone are taken for some that do not, by a pronoun in them.

    python benchmarks/pronouns.py DATA

Each question of the multi-hop and single-hop sets can be understood by itself, so each that
`find_unexplained` finds a pronoun in is one that would be refused for nothing.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import click
from record import print_table, write_result

from kgplatform.platform import Platform
from kgplatform.question.follow_up import PRONOUN, find_unexplained
from kgplatform.settings import Settings

SETS = ("hotpotqa", "2wikimultihopqa", "musique", "popqa", "bamboogle")


@click.command()
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(data: Path) -> None:
    """Count, and print what would be refused."""
    rows, refused = [], []
    with Platform(Settings.load(), chat=False) as platform:
        for name in SETS:
            with gzip.open(data / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
                questions = [_question(line) for line in lines]
            found = [q for q in questions if find_unexplained(q, platform.linguistics)]
            pronouns = sum(PRONOUN.search(question) is not None for question in questions)
            rows.append(
                {
                    "set": name,
                    "questions": len(questions),
                    "with a pronoun": pronouns,
                    "refused": len(found),
                }
            )
            refused += found
    print_table(rows)
    write_result("pronouns", {"sets": rows, "refused": refused})


def _question(line: str) -> str:
    row = json.loads(line)
    return str(row.get("question") or row["Question"])


if __name__ == "__main__":
    main()

"""Statements from clauses of English, as they come: verbs, copulas, participles, appositions."""

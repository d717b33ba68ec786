"""TRACE: chains of triples from the documents of a question (Fang et al. 2024)."""

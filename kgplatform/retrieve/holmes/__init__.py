"""HOLMES (Panda et al. 2024): few hyper-relational facts, chosen by a schema of the question."""

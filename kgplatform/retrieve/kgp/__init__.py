"""KGP, Knowledge Graph Prompting (Wang et al. 2024): structural questions, graphs and walk."""

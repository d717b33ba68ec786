"""DetLLM without a graph."""

"""From a question to an answer, and from sources to a graph: everything above, put together."""

"""One module a retrieval method, from a question to its evidence."""

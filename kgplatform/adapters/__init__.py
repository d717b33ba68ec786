"""The platform as a retriever of other frameworks: one module each, which needs its extra."""

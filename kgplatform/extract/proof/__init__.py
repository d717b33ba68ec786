"""Facts that a model claims, held against the passage: parsed, aligned, proven or kept apart."""

"""Plans executed: each step retrieved, read, compared and named."""

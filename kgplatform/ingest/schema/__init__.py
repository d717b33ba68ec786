"""The auxiliary schema: which relations hold between which types."""

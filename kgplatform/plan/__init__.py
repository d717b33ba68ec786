"""LPKG: questions taken apart into plans, which are checked, executed, and learnt from graphs."""

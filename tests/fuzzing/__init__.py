"""Odd inputs for everything that reads what others wrote; nothing but typed errors may come."""

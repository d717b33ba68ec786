"""From a passage to what it says: mentions of entities and statements, verified in its text."""

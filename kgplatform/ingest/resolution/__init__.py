"""Names of one entity are joined, entities of one name kept apart; decisions can be undone."""

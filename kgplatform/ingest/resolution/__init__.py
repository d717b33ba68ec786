"""Names of one thing are joined, things of one name kept apart; decisions can be undone."""

// Show whether the default database answers, and what keeps it from doing so.
// returns: status: string
// returns: message: string
SHOW DATABASES YIELD currentStatus, statusMessage, default WHERE default
RETURN currentStatus AS status, statusMessage AS message

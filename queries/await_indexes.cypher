// purpose: wait until all indexes answer; fails when they do not in time
// params: $timeout_s: integer - seconds to wait
// returns: none
CALL db.awaitIndexes($timeout_s)

// purpose: undo the transactions that an owner of turns left open when it stopped
// params: $owner: string
// returns: message: string
SHOW TRANSACTIONS YIELD transactionId AS id, metaData
WHERE metaData.kgplatform = $owner
TERMINATE TRANSACTIONS id YIELD message
RETURN message

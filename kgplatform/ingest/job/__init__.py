"""Job specs: read, checked, and told of by line."""

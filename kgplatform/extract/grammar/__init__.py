"""Facts from dependency trees: one module a construction of written English."""

"""Questions to SPARQL: by templates over what the endpoint holds, or written by a chat model."""

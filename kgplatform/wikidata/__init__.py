"""Wikidata, over SPARQL: the client, the local server, linked entities, questions to queries."""

"""The platform over HTTP, as an API and as pages: it decides nothing that a command does not.

What is its own is who may ask: tokens, hosts, origins, sizes and numbers of requests.
"""

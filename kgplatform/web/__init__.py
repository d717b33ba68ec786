"""The platform over HTTP: it calls `Platform`, and decides nothing that a command does not.

What is its own is who may ask: tokens, hosts, origins, sizes and numbers of requests.
"""

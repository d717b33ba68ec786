"""Facts that the structure of a document states: tables, forms, fields, headers of messages.

No model is asked, and nothing here is of one language but the few nouns that say of what type the
names below a header are.
"""

"""What runs amount to, for people: tables, paired tests, charts; a page, a file and a terminal.

Nothing here asks a graph or a model: every figure is computed from run files and data sets.
"""

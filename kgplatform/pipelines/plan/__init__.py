"""Plans executed: each step retrieved, read, compared and named."""

WHOLE = "whole_question"
"""The name of the step that answers the whole question, where the plan came to no answer."""

"""Spans of the evidence that may be the answer: found, weighed, chosen, and what they rest on."""

"""The planner without a model: takes a question apart by its syntax."""

"""Reading each file in a process of its own, under limits."""

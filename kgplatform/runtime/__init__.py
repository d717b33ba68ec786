"""Opens what the settings name, each when it is first needed."""

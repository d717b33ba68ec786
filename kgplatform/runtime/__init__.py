"""Opens what the settings name, each thing when it is first needed."""

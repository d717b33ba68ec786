"""Trains the head that finds names (kgplatform.models.entity_head) on the frozen encoder."""

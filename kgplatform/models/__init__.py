"""The models the platform computes with: embedders, spaCy pipelines, chat endpoints."""

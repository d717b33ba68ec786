"""The evidence taken apart: sentences, who they are about, what leads to what."""

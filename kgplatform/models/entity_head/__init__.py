"""The platform's own recogniser of names: a small head on the encoder that passages pass anyway."""

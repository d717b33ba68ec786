"""The platform's own reader: three heads on the encoder, over a question and a passage."""

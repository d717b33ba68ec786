"""What the words of one document stand for: pronouns, descriptions, short names, terms."""

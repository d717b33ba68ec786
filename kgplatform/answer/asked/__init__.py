"""What a question asks for: the kind of answer, the relation, the things it names."""

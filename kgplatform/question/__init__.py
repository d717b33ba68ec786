"""What a question asks for: the kind of answer, the relation, the entities it names."""

"""DetLLM (the method of DivKnowQA): sub-questions hop by hop, asked of text, triples and SPARQL."""

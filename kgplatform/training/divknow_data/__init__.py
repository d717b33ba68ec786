"""Questions that need both the texts of a graph and Wikidata, made as DivKnowQA's were."""

"""Words, sentences, numbers, dates, amounts and names as texts write them."""

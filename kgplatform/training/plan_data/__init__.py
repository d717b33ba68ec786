"""Planning data learnt from graphs: patterns, grounded, put in words, written as data sets."""

"""Two entities compared by a date, a figure or a country that the evidence has of each."""

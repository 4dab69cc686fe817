"""Which category of the second tier a text belongs to."""
